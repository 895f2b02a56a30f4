import {
  dashboardSessionPath,
  openingMark,
  dashboardChallengePath,
  dashboardKeyPath,
  dashboardProofText,
  dashboardResumePath,
} from '../../../../shared/dashboard/opening.ts';
import { forgetDrafts } from './drafts.ts';
import { isAtDaemon, isOneTimeTab, servicePath } from './service.ts';

const stored = `coord-key ${servicePath}`;
/** The tabs of one browser at one service. */
const tabs = new BroadcastChannel(`coord sign-in ${servicePath}`);
const answerWithinMs = 200;

type TabMessage =
  | { kind: 'ask' }
  | { kind: 'key'; key: string }
  | { kind: 'out'; problem: string; isRefused: boolean };

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

/** Forgets the key in every tab of this browser; the others say why. DSH-4: with one that was refused no draft goes. */
export function forgetKey(problem: string, isRefused: boolean): void {
  if (isAtDaemon) endTab();
  forgetHere(isRefused);
  localStorage.removeItem(stored);
  tabs.postMessage({ kind: 'out', problem, isRefused } satisfies TabMessage);
}

/** LOC-8: a token of `coord open` is good for no tab any more; a key stays good. */
function endTab(): void {
  const headers = { authorization: `Bearer ${sessionStorage.getItem(stored) ?? ''}` };
  const request = { method: 'DELETE', headers, keepalive: true };
  // A daemon that is gone has forgotten the token.
  void fetch(servicePath + dashboardSessionPath, request).catch(() => undefined);
}

/** Answers the other tabs, and tells when one of them has signed out, and why. */
export function shareSignIn(onSignOut: (problem: string) => void): void {
  tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    const key = sessionStorage.getItem(stored);
    if (data.kind === 'ask' && key !== null) tabs.postMessage({ kind: 'key', key });
    if (data.kind !== 'out') return;
    forgetHere(data.isRefused);
    onSignOut(data.problem);
  });
}

function forgetHere(isRefused: boolean): void {
  sessionStorage.removeItem(stored);
  own = undefined;
  if (!isRefused) forgetDrafts();
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

const curve = { name: 'ECDSA', namedCurve: 'P-256' };

interface OwnKey {
  readonly publicKey: string;
  readonly privateKey: CryptoKey;
}

/** In memory alone, and not to be read from there: what a page sends proves nothing to a later process of the daemon. */
let own: OwnKey | undefined;

/** LOC-8: lets this page come back after its daemon was started anew. Where that cannot be, a person opens a new one. */
async function makeComingBack(token: string): Promise<void> {
  const pair = await crypto.subtle.generateKey(curve, false, ['sign', 'verify']);
  const publicKey = base64(await crypto.subtle.exportKey('spki', pair.publicKey));
  const answer = await post(dashboardKeyPath, { public_key: publicKey }, token);
  if (answer !== undefined) own = { publicKey, privateKey: pair.privateKey };
}

/** A new token for this page; undefined where the daemon does not know it, or is away. */
async function comeBack(): Promise<string | undefined> {
  if (own === undefined) return undefined;
  const { publicKey, privateKey } = own;
  const asked = await post(dashboardChallengePath, {});
  const challenge = asked?.['challenge'];
  if (challenge === undefined) return undefined;
  const text = new TextEncoder().encode(dashboardProofText(location.origin, challenge));
  const signed = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, text);
  const proof = { public_key: publicKey, challenge, signature: base64(signed) };
  return (await post(dashboardResumePath, proof))?.['token'];
}

async function post(
  path: string,
  body: object,
  token?: string,
): Promise<Partial<Record<string, string>> | undefined> {
  const response = await fetch(servicePath + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  return response?.ok === true ? ((await response.json()) as Record<string, string>) : undefined;
}

function base64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
