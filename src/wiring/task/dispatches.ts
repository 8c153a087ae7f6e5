import type { Definition } from "../../gate/delegation.ts";

/** A `task` call that has been let through, until its result has been judged. */
export interface Dispatch {
  readonly definition: Definition;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** Calls whose result never comes (the host tells nobody) would pile up: the oldest make room. */
const mostRemembered = 500;

/** Dispatches by call, and by producer once a background call has named it. */
export class Dispatches {
  private readonly byKey = new Map<string, Dispatch>();

  remember(key: string, dispatch: Dispatch): void {
    this.byKey.delete(key);
    this.byKey.set(key, dispatch);
    const [oldest] = this.byKey.keys();
    if (this.byKey.size > mostRemembered && oldest !== undefined) this.byKey.delete(oldest);
  }

  /** Takes the dispatch out: it is judged once. */
  take(key: string): Dispatch | undefined {
    const dispatch = this.byKey.get(key);
    this.byKey.delete(key);
    return dispatch;
  }
}
