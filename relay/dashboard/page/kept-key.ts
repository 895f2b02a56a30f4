const name = 'coord-key';

/** The key that this tab was signed in with. It lives as long as the tab does, and no other tab sees it. */
export function keptKey(): string | undefined {
  return sessionStorage.getItem(name) ?? undefined;
}

export function keepKey(key: string): void {
  sessionStorage.setItem(name, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(name);
}
