/** What points git at one repository, whatever directory it is asked in: git's hooks set these for all that they run. */
const local =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY|NAMESPACE|ALTERNATE_OBJECT_DIRECTORIES)$/;

/** The environment in which git answers about the directory that it is asked in. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !local.test(name)));
}
