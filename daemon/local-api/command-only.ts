import { operations, type OperationName } from '../../shared/api/operations.ts';
import { refuse, type Refusal } from '../../shared/kernel/refusal.ts';

/** What answers a secret that outlives a tab, or ends one, and the command for it (LOC-8). */
const commands: Partial<Record<OperationName, string>> = {
  createKey: 'coord key create',
  revokeKey: 'coord key revoke KEY_ID',
  invite: 'coord invite ADDRESS',
  acceptInvitation: 'coord join INVITATION',
};

const patterns = Object.entries(commands).map(([name, command]) => {
  const { method, path } = operations[name as OperationName];
  return { whole: new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}$`, 'i'), command };
});

/** LOC-8: why the tab of a browser may not ask for this; undefined where it may. */
export function refuseToTab(method: string, url: string): Refusal | undefined {
  const name = `${method} ${plainPath(url)}`;
  const found = patterns.find(({ whole }) => whole.test(name));
  if (found === undefined) return undefined;
  return refuse(
    'Forbidden',
    `A tab that coord open has opened may not do this, as it would outlive the tab. Run in a terminal: ${found.command}`,
  );
}

/** As any server or proxy behind this one may read the path: without dots, escapes and slashes that change nothing. */
function plainPath(url: string): string {
  const base = 'http://daemon';
  if (!URL.canParse(base + url)) return url;
  const [decoded = ''] = withoutEscapes(new URL(base + url).pathname).split(/[;?#]/);
  return new URL(base + decoded.replace(/[/\\]+/g, '/')).pathname.replace(/(?<=.)\/+$/, '');
}

/** Each byte by itself, as the paths of operations are ASCII and others may have escapes that are no UTF-8. */
function withoutEscapes(path: string): string {
  return path.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
