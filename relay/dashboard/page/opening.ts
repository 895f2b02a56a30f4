import { dashboardSessionPath, openingMark } from '../../../shared/dashboard/opening.ts';

let code = location.hash.startsWith(openingMark) ? location.hash.slice(openingMark.length) : '';
// Before anything else: an address is copied, shown and kept in the history.
if (code !== '') history.replaceState(null, '', location.pathname + location.search);

/** Whether `coord open` has opened this tab. */
export const isOpening = code !== '';

/** LOC-8: the token of this tab for the code that its address had; undefined without one. Rejects with why it is not taken. */
export async function openedWith(): Promise<string | undefined> {
  if (code === '') return undefined;
  const given = code;
  // Who signs out and in again in this tab types a key.
  code = '';
  const response = await fetch(dashboardSessionPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: given }),
  });
  const answer = (await response.json()) as { token?: string; message?: string };
  if (answer.token === undefined) throw new Error(answer.message ?? 'The link is not taken.');
  return answer.token;
}
