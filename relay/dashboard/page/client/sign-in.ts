import { dashboardSessionPath, openingMark } from '../../../../shared/dashboard/opening.ts';
import { forgetDrafts } from './drafts.ts';
import { isAtDaemon, isOneTimeTab, servicePath } from './service.ts';
import { comeBack, forgetComingBack, makeComingBack } from './tab-key.ts';

const stored = `coord-key ${servicePath}`;
/** The tabs of one browser at one service. */
const tabs = new BroadcastChannel(`coord sign-in ${servicePath}`);
const answerWithinMs = 200;

type TabMessage = { kind: 'ask' } | { kind: 'key'; key: string } | { kind: 'out' };

let code = location.hash.startsWith(openingMark) ? location.hash.slice(openingMark.length) : '';
// Before anything else: an address is copied, shown and kept in the history.
if (code !== '') history.replaceState(null, '', location.pathname + location.search);

/**
 * The key that signs this tab in without asking: by the one-time link of `coord open` (LOC-8), as before in this tab, as kept
 * in this browser, or as another tab has it. Undefined without any; rejects with why a link is not taken.
 */
export async function knownKey(): Promise<string | undefined> {
  if (code !== '') return openedWith();
  const kept = sessionStorage.getItem(stored) ?? localStorage.getItem(stored);
  if (kept === null) return askOtherTabs();
  sessionStorage.setItem(stored, kept);
  return kept;
}

/** What this tab is signed in with now: at a daemon that was started anew another token than before. */
export function keyNow(): string {
  return sessionStorage.getItem(stored) ?? '';
}

/** Somebody is signed in with the key: a page that `coord open` has opened can be signed in again from now on. */
export function stayWhenRestarted(key: string): void {
  if (isOneTimeTab(key)) void makeComingBack(key).catch(() => undefined);
}

/** Whether the page is signed in again, after the service has turned its key down. */
export async function signInAgain(): Promise<boolean> {
  const token = await comeBack();
  if (token !== undefined) sessionStorage.setItem(stored, token);
  return token !== undefined;
}

/**
 * Whether a person may stay signed in when the browser is closed. Not at a daemon: another program may have its port
 * tomorrow, and would be handed the key.
 */
export const mayStay = !isAtDaemon;

/** Keeps the key for this tab and those that ask; with `stay` until somebody signs out. */
export function keepKey(key: string, stay: boolean): void {
  sessionStorage.setItem(stored, key);
  if (stay && mayStay) localStorage.setItem(stored, key);
}

/** Forgets the key in every tab of this browser. */
export function forgetKey(): void {
  if (isAtDaemon) endTab();
  sessionStorage.removeItem(stored);
  forgetComingBack();
  forgetDrafts();
  localStorage.removeItem(stored);
  tabs.postMessage({ kind: 'out' } satisfies TabMessage);
}

/** LOC-8: a token of `coord open` is good for no tab any more; a key stays good. */
function endTab(): void {
  const headers = { authorization: `Bearer ${sessionStorage.getItem(stored) ?? ''}` };
  const request = { method: 'DELETE', headers, keepalive: true };
  // A daemon that is gone has forgotten the token.
  void fetch(servicePath + dashboardSessionPath, request).catch(() => undefined);
}

/** Answers the other tabs, and tells when one of them has signed out. */
export function shareSignIn(onSignOut: () => void): void {
  tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    const key = sessionStorage.getItem(stored);
    if (data.kind === 'ask' && key !== null) tabs.postMessage({ kind: 'key', key });
    if (data.kind !== 'out') return;
    sessionStorage.removeItem(stored);
    forgetComingBack();
    forgetDrafts();
    onSignOut();
  });
}

function askOtherTabs(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const done = (key: string | undefined) => {
      tabs.removeEventListener('message', listen);
      clearTimeout(timer);
      if (key !== undefined) sessionStorage.setItem(stored, key);
      resolve(key);
    };
    const listen = ({ data }: MessageEvent<TabMessage>) => data.kind === 'key' && done(data.key);
    const timer = setTimeout(() => done(undefined), answerWithinMs);
    tabs.addEventListener('message', listen);
    tabs.postMessage({ kind: 'ask' } satisfies TabMessage);
  });
}

/** LOC-8: the token of this tab for the code that its address had. */
async function openedWith(): Promise<string | undefined> {
  const given = code;
  // Who signs out and in again in this tab types a key.
  code = '';
  const response = await fetch(servicePath + dashboardSessionPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: given }),
  });
  const answer = (await response.json()) as { token?: string; message?: string };
  if (answer.token === undefined) throw new Error(answer.message ?? 'The link is not taken.');
  sessionStorage.setItem(stored, answer.token);
  return answer.token;
}
