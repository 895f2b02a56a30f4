/** What one check found. `broken` makes `coord doctor` fail; a `warning` does not. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'broken' | 'skipped';
  readonly detail: string;
  /** What to do about it. */
  readonly fix?: string;
}

export function ok(check: string, detail: string): Finding {
  return { check, state: 'ok', detail };
}

export function skipped(check: string, detail: string): Finding {
  return { check, state: 'skipped', detail };
}

export function warning(check: string, detail: string, fix: string): Finding {
  return { check, state: 'warning', detail, fix };
}

export function broken(check: string, detail: string, fix: string): Finding {
  return { check, state: 'broken', detail, fix };
}
