import { isRefusal, refuse, type Refusal } from '../kernel/refusal.ts';

interface Workspace {
  readonly id: string;
  readonly slug: string;
}

/** MCP-2: why a call is not done whose arguments name another workspace than the one that the tools work in. */
export function inOwnWorkspace(own: Workspace | Refusal, args: object): Workspace | Refusal {
  if (isRefusal(own)) return own;
  const named = Object.entries(args).find(([name, value]) => namesOther(own, name, value));
  if (named === undefined) return own;
  const [field] = named;
  return refuse(
    'ValidationError',
    `${field} names another workspace than ${own.slug}, in which these tools work. Nothing was done: leave ${field} out, ` +
      'or work in the repository of the other workspace (over HTTP: name it in the header X-Coord-Workspace).',
    { field },
  );
}

function namesOther({ id, slug }: Workspace, field: string, value: unknown): boolean {
  const isName = field === 'workspace_id' || field === 'workspace_slug';
  return isName && typeof value === 'string' && !['', id, slug].includes(value);
}
