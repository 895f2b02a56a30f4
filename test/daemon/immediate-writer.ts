import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';

/**
 * An agent in a process of its own, whose write follows the answer at once. Its argument: the daemon's address and token, the
 * workspace, the repository, and the files. In each it changes `one();` to `two();`. It prints what each report
 * answered, as JSON.
 */
interface Order {
  readonly url: string;
  readonly token: string;
  readonly slug: string;
  readonly root: string;
  readonly files: readonly string[];
}

const order = JSON.parse(process.argv[2] ?? '') as Order;
const dispatcher = new Agent({ connections: order.files.length, pipelining: 1 });

const answers = await Promise.all(order.files.map(written));
console.log(JSON.stringify(answers));
await dispatcher.close();

async function written(path: string): Promise<unknown> {
  const file = join(order.root, path);
  const edited = readFileSync(file, 'utf8').replace('one();', 'two();');
  const call = { conversation_id: path, file_path: path, tool_name: 'Write', tool_use_id: path };
  await hook('preToolUse', call, () => writeFileSync(file, edited));
  return hook('postToolUse', call);
}

async function hook(event: string, call: object, onAnswer?: () => void): Promise<unknown> {
  const { statusCode, body } = await request(`${order.url}/workspaces/sessions/hook`, {
    method: 'POST',
    headers: { authorization: `Bearer ${order.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ event, workspace_slug: order.slug, agent_type: 'test', ...call }),
    dispatcher,
  });
  if (statusCode === 200) onAnswer?.();
  return body.json();
}
