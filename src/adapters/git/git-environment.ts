/** Variables that would make git look at another repository than the directory's, or at another state of it. */
const misleading = new Set(
  [
    "GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR GIT_INDEX_FILE GIT_PREFIX GIT_NAMESPACE GIT_SHALLOW_FILE GIT_GRAFT_FILE",
    "GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_REPLACE_REF_BASE GIT_EXTERNAL_DIFF GIT_PAGER",
    "GIT_GLOB_PATHSPECS GIT_NOGLOB_PATHSPECS GIT_ICASE_PATHSPECS",
  ].flatMap((line) => line.split(" ")),
);

/** The environment in which git answers about the directory that it is asked in, and touches nothing. */
export function gitEnvironment(host: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(host).filter(([name]) => !misleading.has(name.toUpperCase()));
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
  };
}
