const mark = 'coord-draft ';
/** In characters. A longer text was pasted or is a file, so it stands elsewhere; keeping it at each key would take long. */
const longest = 200_000;

/** What was kept, or undefined. */
export function readDraft<Draft>(key: string): Partial<Draft> | undefined {
  const text = sessionStorage.getItem(mark + key);
  return text === null ? undefined : (JSON.parse(text) as Partial<Draft>);
}

/** Keeps it for this tab, also when the page is loaded again. */
export function writeDraft(key: string, draft: object): void {
  const text = JSON.stringify(draft);
  if (text.length > longest) return forgetDraft(key);
  try {
    sessionStorage.setItem(mark + key, text);
  } catch {
    // The browser has no room for it: an older state of it would be worse than none.
    forgetDraft(key);
  }
}

export function forgetDraft(key: string): void {
  sessionStorage.removeItem(mark + key);
}

/** DSH-8: who signs in next in this tab finds nothing of the one before. The keys of drafts begin with the id of whose they are. */
export function forgetDrafts({ but }: { readonly but?: string } = {}): void {
  const own = but === undefined ? undefined : `${mark}${but} `;
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(mark));
  for (const key of keys)
    if (own === undefined || !key.startsWith(own)) sessionStorage.removeItem(key);
}
