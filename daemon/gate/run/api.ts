import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { identifier, limits, opaque, slug } from '../../../shared/contract/fields.ts';
import { invalidInput } from '../../../shared/contract/invalid.ts';
import { maxRunMs, type GateCommandState, type GateRunLine } from '../../../shared/gate/local.ts';
import { isRefusal, refuse, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { OwnSetting } from '../../../shared/node/git/harden.ts';
import { settingDigest } from '../../../shared/node/git/trusted-settings.ts';
import { directoryHeader, textOfHeader } from '../../../shared/node/http/encoded-header.ts';
import { parseBody } from '../../../shared/node/http/json-body.ts';
import { send } from '../../local-api/exchange.ts';
import type { Exchange } from '../../local-api/local-api.ts';
import { gateCommand, type GateCommand } from './gate-command.ts';
import type { GateRunner } from './gate-runner.ts';

const runBody = z.object({
  command: gateCommand.optional(),
  commit_sha: opaque(limits.hash).optional(),
  workstream_slug: slug.optional(),
  session_id: identifier.optional(),
  completes_task_id: identifier.optional(),
  timeout_ms: z.number().int().min(1).max(maxRunMs).optional(),
  records: z.boolean().optional(),
});

/** Either the command to keep, or that what the repository proposes, exactly this, is trusted: its command or a setting. */
const changeBody = z.union([
  z.object({ command: gateCommand }),
  z.object({ trust: gateCommand }),
  z.object({ trust_setting: z.object({ name: z.string(), values: z.array(z.string()) }) }),
]);

/** A line of JSON for each step; whoever goes away cancels the run. */
export async function run(runner: GateRunner, exchange: Exchange): Promise<void> {
  const { body, response } = exchange;
  const request = parsed(runBody, body);
  if (isRefusal(request)) return send(response, request);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const refusal = await runner.run(
    { ...request, folder: folderOf(exchange) },
    { signal: gone.signal, onProgress: (line) => writeLine(response, line) },
  );
  if (refusal !== undefined) return send(response, refusal);
  response.end();
}

export async function showCommand(runner: GateRunner, exchange: Exchange): Promise<void> {
  send(exchange.response, await stateOf(runner, folderOf(exchange)));
}

export async function changeCommand(runner: GateRunner, exchange: Exchange): Promise<void> {
  const { body, response } = exchange;
  const change = parsed(changeBody, body);
  if (isRefusal(change)) return send(response, change);
  const folder = folderOf(exchange);
  const refusal = await carryOut(runner, folder, change);
  send(response, isRefusal(refusal) ? refusal : await stateOf(runner, folder));
}

/** The folder that the caller works in, where it says so. */
function folderOf({ request }: Exchange): string | undefined {
  return textOfHeader(request.headers[directoryHeader]);
}

function carryOut(
  runner: GateRunner,
  folder: string | undefined,
  change: z.output<typeof changeBody>,
): void | Promise<void | Refusal> {
  if ('command' in change) return runner.settings.keep(change.command);
  return 'trust' in change
    ? trust(runner, folder, change.trust)
    : trustSetting(runner, change.trust_setting);
}

/** GIT-3: as for the command. */
async function trustSetting(runner: GateRunner, wanted: OwnSetting): Promise<void | Refusal> {
  const proposed = await runner.withheldSettings();
  const found = proposed.find((one) => settingDigest(one) === settingDigest(wanted));
  if (found === undefined)
    return refuse('Conflict', 'The repository proposes another value by now. Look at it again.');
  runner.settings.trustSetting(found);
}

/** Only what the repository proposes at this moment: it may have changed since it was shown. */
async function trust(
  runner: GateRunner,
  folder: string | undefined,
  command: GateCommand,
): Promise<void | Refusal> {
  const proposed = await runner.proposed(folder);
  if (isRefusal(proposed)) return proposed;
  if (JSON.stringify(proposed) !== JSON.stringify(command))
    return refuse('Conflict', 'The repository proposes another command by now. Look at it again.');
  runner.settings.trust(command);
}

async function stateOf(runner: GateRunner, folder: string | undefined): Promise<GateCommandState> {
  const proposed = await runner.proposed(folder);
  const { settings } = runner;
  const command = settings.command ?? null;
  const withheld = await runner.withheldSettings();
  if (isRefusal(proposed))
    return { command, proposed: null, trusted: false, problem: proposed.message, withheld };
  const trusted = proposed !== undefined && settings.trusts(proposed);
  return { command, proposed: proposed ?? null, trusted, withheld };
}

function parsed<T>(schema: z.ZodType<T>, body: Buffer): T | Refusal {
  const given = parseBody(body);
  if (isRefusal(given)) return given;
  const read = schema.safeParse(given);
  return read.success ? read.data : invalidInput(read.error, given);
}

const maxWaitingBytes = 4 * 1024 * 1024;

/** Output that a reader does not take is not kept for it; the lines about the run itself always are. */
function writeLine(response: ServerResponse, line: GateRunLine): void {
  if (!response.headersSent)
    response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8' });
  if (line.type === 'output' && response.writableLength > maxWaitingBytes) return;
  response.write(`${JSON.stringify(line)}\n`);
}
