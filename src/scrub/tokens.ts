import type { Span } from "./span.ts";

/**
 * A token that can be told by its own form: the name of its kind, who documents the form, the literals it starts
 * with, and a sticky pattern of what follows. A row is a fact about a vendor; `test/scrub/secrets.ts` has an example
 * of each. `{n,}` takes a longer token whole, since vendors lengthen theirs.
 *
 * Linear: an unbounded repetition is the last part of its pattern, so nothing makes the engine go back.
 */
type Prefixed = readonly [label: string, documentedBy: string, prefixes: string, rest: RegExp];

// biome-ignore format: a table reads best with one row a line.
export const prefixed: readonly Prefixed[] = [
  // Code hosts, registries and trackers.
  ["github token", "GitHub, token formats", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", /[A-Za-z0-9_]{20,}/y],
  ["gitlab token", "GitLab, token prefixes", "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- glwt- glsoat- gloas- glffct- GR1348941", /[A-Za-z0-9_-]{16,}(?:\.[A-Za-z0-9_-]+){0,3}/y],
  ["atlassian token", "Atlassian, API tokens", "ATATT3 ATCTT3", /[A-Za-z0-9_=-]{60,}/y],
  ["npm token", "npm, access tokens", "npm_", /[A-Za-z0-9]{30,}/y],
  ["pypi token", "PyPI, API tokens (a macaroon)", "pypi-Ag", /[A-Za-z0-9_-]{40,}/y],
  ["rubygems token", "RubyGems, API keys", "rubygems_", /[0-9a-f]{40,}/y],
  ["crates.io token", "GitHub secret scanning", "cio", /[A-Za-z0-9]{32}(?![A-Za-z0-9])/y],
  ["nuget key", "GitHub secret scanning", "oy2", /[a-z0-9]{43}(?![A-Za-z0-9])/y],
  ["docker token", "Docker, access tokens", "dckr_pat_ dckr_oat_", /[A-Za-z0-9_-]{20,}/y],
  ["artifactory key", "GitHub secret scanning", "AKCp", /[A-Za-z0-9]{60,}/y],
  ["sonarqube token", "SonarQube, managing tokens", "squ_ sqa_ sqp_", /[0-9a-f]{40}/y],
  ["buildkite token", "Buildkite, API tokens", "bkua_", /[0-9a-f]{40}/y],
  ["circleci token", "CircleCI, API tokens", "CCIPAT_ CCIPRJ_", /[A-Za-z0-9]{20,24}_[0-9a-f]{40}/y],
  ["postman key", "Postman, API keys", "PMAK-", /[0-9a-f]{24}-[0-9a-f]{34}/y],
  ["linear key", "Linear, API", "lin_api_ lin_oauth_", /[A-Za-z0-9]{32,}/y],
  ["asana token", "GitHub secret scanning", "0/ 1/ 2/", /[0-9]{10,19}(?:\/[0-9]{10,19})?:[0-9a-f]{32}/y],
  ["notion token", "Notion, integrations", "ntn_ secret_", /[A-Za-z0-9]{43,}/y],
  ["figma token", "Figma, access tokens", "figd_", /[A-Za-z0-9_-]{40,}/y],
  ["airtable token", "Airtable, access tokens", "pat", /[A-Za-z0-9]{14}\.[0-9a-f]{64}/y],
  // Chat and mail.
  ["slack token", "Slack, token types", "xoxa- xoxb- xoxc- xoxd- xoxe- xoxe.xoxb- xoxe.xoxp- xoxo- xoxp- xoxr- xoxs- xapp- xwfp-", /[A-Za-z0-9%-]{10,}/y],
  ["slack webhook", "Slack, incoming webhooks", "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/", /[A-Za-z0-9_/-]{20,}/y],
  ["discord webhook", "Discord, webhooks", "discord.com/api/ discordapp.com/api/", /(?:v[0-9]{1,2}\/)?webhooks\/[0-9]{17,20}\/[A-Za-z0-9_-]{40,}/y],
  // The first part is a decimal number in base64, so these are the only ways to start.
  ["discord token", "Discord, authentication", "MD MT Mj Mz ND NT Nj Nz OD OT Oj Oz", /[AEIMQUYcgk][w-z0-5](?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){4,6}[A-Za-z0-9]{0,3}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/y],
  ["sendgrid key", "SendGrid, API keys", "SG.", /[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,}/y],
  ["twilio key", "Twilio, API keys", "SK", /[0-9a-f]{32}(?![A-Za-z0-9])/y],
  ["mailgun key", "Mailgun, API keys", "key-", /[0-9a-f]{32}(?![A-Za-z0-9])/y],
  ["brevo key", "Brevo, API and SMTP keys", "xkeysib- xsmtpsib-", /[0-9a-f]{64}-[A-Za-z0-9]{16}/y],
  ["resend key", "Resend, API keys", "re_", /[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![A-Za-z0-9])/y],
  // Payment and shops.
  ["stripe key", "Stripe, API keys", "sk_live_ sk_test_ sk_org_ rk_live_ rk_test_", /[A-Za-z0-9]{16,}/y],
  ["webhook secret", "Standard Webhooks", "whsec_", /[A-Za-z0-9+/=]{20,}/y],
  ["square token", "GitHub secret scanning", "sq0atp- sq0csp- sq0idp-", /[A-Za-z0-9_-]{20,}/y],
  ["shopify token", "Shopify, access tokens", "shpat_ shpca_ shppa_ shpss_ shpua_ shptka_", /[0-9a-fA-F]{32,}/y],
  ["plaid token", "Plaid, access tokens", "access-production- access-sandbox- access-development-", /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/y],
  // Models and their tools.
  ["anthropic key", "Anthropic, API keys", "sk-ant-", /[A-Za-z0-9_-]{20,}/y],
  ["openrouter key", "OpenRouter, authentication", "sk-or-", /[A-Za-z0-9_-]{20,}/y],
  ["openai key", "OpenAI, API keys", "sk-proj- sk-svcacct- sk-admin- sk-None-", /[A-Za-z0-9_-]{20,}/y],
  ["langfuse key", "Langfuse, API keys", "sk-lf-", /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/y],
  ["api key", "OpenAI's first form, which DeepSeek, LiteLLM and others took up", "sk-", /[A-Za-z0-9]{20,}[A-Za-z0-9_-]*/y],
  ["hugging face token", "Hugging Face, access tokens", "hf_ api_org_", /[A-Za-z0-9]{30,}/y],
  ["groq key", "GitHub secret scanning", "gsk_", /[A-Za-z0-9]{40,}/y],
  ["perplexity key", "GitHub secret scanning", "pplx-", /[A-Za-z0-9]{40,}/y],
  ["xai key", "GitHub secret scanning", "xai-", /[A-Za-z0-9]{60,}/y],
  ["replicate token", "Replicate, API tokens", "r8_", /[A-Za-z0-9]{37,}/y],
  ["fireworks key", "Fireworks, API keys", "fw_", /[A-Za-z0-9]{20,}/y],
  ["together key", "Together, API keys", "tgp_v1_", /[A-Za-z0-9_-]{40,}/y],
  ["cerebras key", "Cerebras, API keys", "csk-", /[a-z0-9]{40,}/y],
  ["nvidia key", "NVIDIA NGC, API keys", "nvapi-", /[A-Za-z0-9_-]{60,}/y],
  ["voyage key", "Voyage AI, API keys", "pa-", /(?=[a-z0-9_-]{0,42}[A-Z])(?=[A-Za-z_-]{0,42}[0-9])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/y],
  ["elevenlabs key", "GitHub secret scanning", "sk_", /[0-9a-f]{40,}/y],
  ["langsmith key", "GitHub secret scanning", "lsv2_pt_ lsv2_sk_", /[0-9a-f]{32}_[0-9a-f]{10}/y],
  ["pinecone key", "Pinecone, API keys", "pcsk_", /[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,}/y],
  ["tavily key", "Tavily, API keys", "tvly-", /(?:dev-|prod-)?[A-Za-z0-9]{20,}/y],
  ["firecrawl key", "Firecrawl, API keys", "fc-", /[0-9a-f]{32}(?![A-Za-z0-9])/y],
  // Clouds, vaults and operations. The secret of an AWS key may stand right beside its id.
  ["aws access key id", "AWS IAM, identifiers", "AKIA ASIA ABIA ACCA", /[A-Z0-9]{16}(?![A-Za-z0-9])(?:[\s,;:|"']{1,6}[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=]))?/y],
  ["aws session token", "AWS STS, security tokens", "IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz", /[A-Za-z0-9+/=%]{60,}/y],
  ["aws bedrock key", "Amazon Bedrock, API keys", "ABSK bedrock-api-key-", /[A-Za-z0-9+/]{60,}={0,2}/y],
  ["google api key", "Google Cloud, API keys", "AIza", /[A-Za-z0-9_-]{30,}/y],
  ["google api key", "Gemini, API keys", "AQ.Ab", /[A-Za-z0-9_-]{40,}/y],
  ["google oauth token", "Google, OAuth 2.0", "ya29. 1//0", /[A-Za-z0-9_-]{20,}/y],
  ["google oauth secret", "Google, OAuth clients", "GOCSPX-", /[A-Za-z0-9_-]{20,}/y],
  ["cloudflare token", "Cloudflare, token formats", "cfk_ cfut_ cfat_", /[A-Za-z0-9]{40,}/y],
  ["digitalocean token", "DigitalOcean, API tokens", "dop_v1_ doo_v1_ dor_v1_", /[0-9a-f]{40,}/y],
  ["vercel token", "GitHub secret scanning", "vcp_ vci_ vcr_ vca_ vck_", /[A-Za-z0-9]{24,}/y],
  ["netlify token", "Netlify, access tokens", "nfp_ nfc_ nfo_ nfb_ nfu_", /[A-Za-z0-9]{36,}/y],
  ["render key", "Render, API keys", "rnd_", /[A-Za-z0-9]{24,}/y],
  ["heroku key", "Heroku, OAuth", "HRKU-", /[A-Za-z0-9_-]{36,}/y],
  ["fly.io token", "Fly.io, access tokens", "fm1_ fm1a_ fm1r_ fm2_", /[A-Za-z0-9+/=]{80,}/y],
  ["planetscale token", "PlanetScale, service tokens", "pscale_tkn_ pscale_pw_ pscale_oauth_", /[A-Za-z0-9_-]{30,}/y],
  ["neon key", "Neon, API keys", "napi_", /[a-z0-9]{40,}/y],
  ["supabase key", "Supabase, API keys", "sbp_ sbp_v0_", /[0-9a-f]{40}/y],
  ["supabase key", "Supabase, API keys", "sb_secret_", /[A-Za-z0-9_-]{20,}/y],
  ["databricks token", "Databricks, access tokens", "dapi", /[0-9a-f]{32}(?:-[0-9])?(?![A-Za-z0-9])/y],
  ["vault token", "HashiCorp Vault, tokens", "hvs. hvb. hvr.", /[A-Za-z0-9_-]{20,}/y],
  ["pulumi token", "Pulumi, access tokens", "pul-", /[0-9a-f]{40}(?![A-Za-z0-9])/y],
  ["doppler token", "Doppler, token formats", "dp.pt. dp.st. dp.ct. dp.sa. dp.said. dp.scim. dp.audit.", /(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,}/y],
  ["1password token", "1Password, service accounts", "ops_eyJ", /[A-Za-z0-9_-]{100,}/y],
  ["age secret key", "age, file format", "AGE-SECRET-KEY-1 AGE-SECRET-KEY-PQ-1", /[0-9A-Z]{50,}/y],
  ["tailscale key", "Tailscale, key prefixes", "tskey-", /[a-z]{2,12}-[A-Za-z0-9-]{20,}/y],
  ["sentry token", "Sentry, auth tokens", "sntrys_ sntryu_", /[A-Za-z0-9+/=_]{40,}/y],
  ["new relic key", "New Relic, API keys", "NRAK- NRII-", /[A-Za-z0-9_-]{27,}/y],
  ["grafana token", "Grafana, service accounts", "glsa_ glc_", /[A-Za-z0-9+/=_]{32,}/y],
  ["dynatrace token", "Dynatrace, token format", "dt0c01. dt0s01. dt0s02. dt0s16.", /[A-Z0-9]{8,24}\.[A-Z0-9]{64}/y],
  ["posthog key", "PostHog, personal API keys", "phx_", /[A-Za-z0-9]{40,}/y],
  ["dropbox token", "Dropbox, OAuth", "sl. sl.u.", /[A-Za-z0-9_-]{100,}/y],
];

/** A token whose mark stands in its middle. The pattern starts at the mark and takes in what leads to it as its group. */
type Marked = readonly [label: string, documentedBy: string, mark: string, pattern: RegExp];

// biome-ignore format: a table reads best with one row a line.
export const marked: readonly Marked[] = [
  ["azure client secret", "Microsoft Entra, application secrets", "Q~", /(?<=([A-Za-z0-9_~.-]{3}[78]))Q~[A-Za-z0-9_~.-]{30,}[A-Za-z0-9_~-]/y],
  ["azure key", "GitHub secret scanning", "JQQJ9", /(?<=([A-Za-z0-9]{52}))JQQJ9[A-Za-z0-9]{20,}/y],
  ["azure key", "GitHub secret scanning", "+ASt", /(?<=([A-Za-z0-9+/]{76}))\+ASt[A-Za-z0-9+/]{6}==/y],
  ["azure key", "GitHub secret scanning", "ACDb", /(?<=([A-Za-z0-9+/]{76}))ACDb[A-Za-z0-9+/]{6}==/y],
  ["azure devops token", "Azure DevOps, access tokens", "AZDO", /(?<=([A-Za-z0-9]{76}))AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/y],
  ["mailchimp key", "Mailchimp, API keys", "-us", /(?<=((?<![0-9a-f])[0-9a-f]{32}))-us[0-9]{1,2}(?![A-Za-z0-9])/y],
  ["telegram token", "Telegram, bot API", ":AA", /(?<=((?<![0-9])[0-9]{8,10})):AA[A-Za-z0-9_-]{32,}/y],
  ["terraform token", "HCP Terraform, API tokens", ".atlasv1.", /(?<=([A-Za-z0-9]{14}))\.atlasv1\.[A-Za-z0-9_-]{60,}/y],
];

/** Every token that is known by its form. */
export function findTokens(text: string): Span[] {
  return [...findPrefixed(text), ...findMarked(text), ...findJsonWebTokens(text)];
}

interface Shape {
  readonly label: string;
  readonly prefix: string;
  readonly rest: RegExp;
}

/** The shapes by their first two characters: `groups[slots[pair]]`. A scan looks at one number a character. */
const slots = new Uint8Array(1 << 14);
const groups: Shape[][] = [[]];
for (const [label, , prefixes, rest] of prefixed) {
  for (const prefix of prefixes.split(" ")) {
    const pair = pairAt(prefix, 0);
    const slot = slots[pair] || groups.push([]) - 1;
    slots[pair] = slot;
    groups[slot]?.push({ label, prefix, rest });
  }
}

function pairAt(text: string, index: number): number {
  return (text.charCodeAt(index) << 7) | text.charCodeAt(index + 1);
}

function findPrefixed(text: string): Span[] {
  const found: Span[] = [];
  let index = 0;
  let end = -1;
  while (index < text.length - 1) {
    const slot = slots[pairAt(text, index)];
    const span = slot ? matchShape(text, index, groups[slot] ?? [], index === end) : undefined;
    if (span) found.push(span);
    end = span?.end ?? end;
    index = span ? span.end : index + 1;
  }
  return found;
}

function matchShape(text: string, start: number, shapes: readonly Shape[], behindToken: boolean): Span | undefined {
  for (const { label, prefix, rest } of shapes) {
    if (!text.startsWith(prefix, start) || !(behindToken || canStart(text, start))) continue;
    rest.lastIndex = start + prefix.length;
    if (rest.test(text)) return { start, end: rest.lastIndex, label };
  }
  return undefined;
}

const wordCharacter = /[A-Za-z0-9]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour code starts with one.
const escapeEnd = /(?:%[0-9A-Fa-f]{2}|\\[bfnrt]|\\u[0-9A-Fa-f]{4}|\u001b\[[0-9;]{0,6}m)$/;

/** A token doesn't start inside a word, but it may after `%3D`, after the `\n` of a JSON string, or after a colour code. */
function canStart(text: string, index: number): boolean {
  return !wordCharacter.test(text.charAt(index - 1)) || escapeEnd.test(text.slice(Math.max(0, index - 9), index));
}

function findMarked(text: string): Span[] {
  const found: Span[] = [];
  for (const [label, , mark, pattern] of marked) {
    let at = text.indexOf(mark);
    while (at >= 0) {
      pattern.lastIndex = at;
      const lead = pattern.exec(text)?.[1];
      if (lead !== undefined) found.push({ start: at - lead.length, end: pattern.lastIndex, label });
      at = text.indexOf(mark, lead === undefined ? at + mark.length : pattern.lastIndex);
    }
  }
  return found;
}

const jwtHeader = /eyJ[A-Za-z0-9_-]{12,}/g;
const jwtRest = /\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*){0,3}/y;

/** A JSON web token starts like any JSON in base64, a source map say; what tells it is the dot behind its first part. */
function findJsonWebTokens(text: string): Span[] {
  const found: Span[] = [];
  for (const { 0: header, index } of text.matchAll(jwtHeader)) {
    jwtRest.lastIndex = index + header.length;
    if (jwtRest.test(text)) found.push({ start: index, end: jwtRest.lastIndex, label: "json web token" });
  }
  return found;
}
