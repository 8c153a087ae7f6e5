/** Why no work is judged, where the plugin's own parts could not be loaded or put together. */
export function describeFailedStart(message: string): string {
  return `the plugin did not start; repair its installation and restart OpenCode: ${message}`;
}

/** What a copy of the plugin says that stands back for another one. */
export function describeSecondCopy(place: string, options: unknown): string {
  const ignored = options === undefined ? "" : ", and the options beside it are not used";
  return `the plugin is listed more than once for this project: the copy at ${place} stands back${ignored}; list it once`;
}
