import { pathsAmong } from '../../shared/kernel/paths.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Input, Output } from '../../shared/api/operations.ts';
import { limits } from '../../shared/contract/limits.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { answerTo, promptOf } from '../../shared/models/answer-prompt.ts';
import { redactField } from '../../shared/redaction/redact-input.ts';
import { digestOf } from '../../shared/node/digest.ts';
import type { Forward, InterceptorContext } from '../interceptors/interceptor.ts';
import type { Client } from '../../shared/api/client.ts';
import type { LanguageModel } from '../../shared/models/language-model.ts';
import type { FoundReading } from '../../shared/models/reading-in.ts';
import { readByModel, type ToRead } from '../../shared/models/read-transcript.ts';
import { redactInSteps } from '../../shared/redaction/redact.ts';
import {
  proposalInstructions,
  proposalPrompt,
  proposalsIn,
} from '../../shared/traces/proposals.ts';
import { dayInHeading, dayOf } from '../../shared/meetings/meeting-day.ts';
import { builtInReader, readBy } from '../../shared/meetings/method.ts';
import type { Logger } from '../kernel/logger.ts';

/** Agents wait for it; the passages are no bad answer. */
const answerWithinMs = 45_000;

/** ASK-2: where the relay answers with passages, for it has no model, the model of this machine answers from them. */
export async function ask(
  { localModel, client }: InterceptorContext,
  input: Input<'ask'>,
  forward: Forward<'ask'>,
): Promise<Output<'ask'> | Refusal> {
  const passages = await forward(input);
  if (isRefusal(passages) || !localModel.isOn) return passages;
  if (passages.method !== 'passages' || passages.sources.length === 0) return passages;
  const model = await localModel.inPlaceOfRelays(client(), input.id, () => answerWithinMs);
  if (model === undefined) return passages;
  // RED-1: a model is not shown what the relay would not keep.
  const question = redactField(input.question, limits.query).text;
  const prompt = promptOf(question, passages.answer.split('\n'));
  const answer = await answerTo(model, prompt).catch(() => '');
  if (answer === '') return passages;
  return { ...passages, answer, method: `language model:${model.name}` };
}

/** MTG-14: a transcript is read by the model of this machine where the relay has none, and handed in with what it found. */
export async function ingestMeeting(
  { localModel, client, clock }: InterceptorContext,
  input: Input<'ingestMeeting'>,
  forward: Forward<'ingestMeeting'>,
): Promise<Output<'ingestMeeting'> | Refusal> {
  const relay = client();
  if (relay === undefined || !localModel.isOn || input.reading !== undefined) return forward(input);
  // RED-1: a model is not shown what the relay would not keep.
  const redacted = await redactInSteps(input.transcript, nextTurn);
  const transcript = redactField(input.transcript, limits.transcript, () => redacted).text;
  const asked = { ...input, transcript };
  const model = await localModel.inPlaceOfRelays(relay, input.workspace_id);
  if (model === undefined) return forward(input);
  const same = digestOf(JSON.stringify([input.workspace_id, input.title, transcript, input.date]));
  return localModel.lanes.run(same, async () => {
    if (await isKnown(relay, asked, clock.now())) return forward(input);
    const today = input.date ?? dayInHeading(transcript) ?? dayOf(clock.now());
    const toRead = { transcript, today, onError: () => undefined };
    const { reading, about } = await readingBy(model, toRead);
    // Of no reading only the notices count (MTG-16).
    return forward({ ...input, reading, ...about });
  });
}

const sameForMs = 24 * 60 * 60_000;

/** MTG-10: the same transcript again asks no model. */
async function isKnown(
  relay: Client,
  { workspace_id, title, transcript, date }: Input<'ingestMeeting'>,
  nowMs: number,
): Promise<boolean> {
  const recent = await relay.call('recentMeetings', { workspace_id, limit: limits.pageMax });
  if (isRefusal(recent)) return false;
  const same = recent.filter(
    (one) =>
      one.title === title &&
      one.status === 'completed' &&
      (date === undefined || one.date === date) &&
      Date.parse(one.created_at) > nowMs - sameForMs,
  );
  for (const { id } of same) {
    const meeting = await relay.call('getMeeting', { meeting_id: id });
    if (!isRefusal(meeting) && meeting.transcript === transcript) return true;
  }
  return false;
}

/** What the model finds in a transcript, as the relay takes it; undefined, and why in the notices, where it has read nothing. */
async function readingBy(model: LanguageModel, toRead: ToRead) {
  const { reading, readTo, notices } = await readByModel(model, toRead);
  const about = { read_to: readTo, read_by: `language model:${model.name}`, notices: [...notices] };
  return { reading: reading && handedIn(reading), about };
}

/** As the relay takes it: what the model named no sentence for says its own words, which the relay looks for (MTG-7). */
function handedIn({ decisions, action_items, work_packages }: FoundReading) {
  return {
    decisions: decisions.map((one) => ({ ...one, sentence: one.sentence ?? one.title })),
    action_items: action_items.map((one) => ({ ...one, sentence: one.sentence ?? one.action })),
    ...(work_packages && { work_packages: [...work_packages] }),
    ...(decisions.length + action_items.length === 0 && { no_results: true }),
  };
}

/** Of nobody who has read: it replaces nothing (MTG-15). */
const unread = { decisions: [], action_items: [] };

/** TRC-4: after the answer, the model of this machine looks for decisions in the traces, where the relay has no model. */
export async function pushTraces(
  context: InterceptorContext,
  input: Input<'pushTraces'>,
  forward: Forward<'pushTraces'>,
): Promise<Output<'pushTraces'> | Refusal> {
  const { localModel } = context;
  const answer = await forward(input);
  const isNew = input.proposals === undefined && input.traces.length > 0;
  if (!isRefusal(answer) && isNew && localModel.isOn)
    localModel.later(() => propose(context, input));
  return answer;
}

async function propose(
  { localModel, client }: InterceptorContext,
  { workspace_id, traces: pushed }: Input<'pushTraces'>,
): Promise<void> {
  const relay = client();
  const model = await localModel.inPlaceOfRelays(relay, workspace_id);
  if (relay === undefined || model === undefined) return;
  // RED-1: a model is not shown what the relay would not keep.
  const traces = pushed.map(({ kind, text }) => ({
    kind: redactField(kind, limits.name).text,
    text: redactField(text, limits.text).text,
  }));
  const answer = await model.complete(proposalInstructions, proposalPrompt(traces));
  const proposals = proposalsIn(answer).map((one) => ({ ...one, files: pathsAmong(one.files) }));
  if (proposals.length > 0) await relay.call('pushTraces', { workspace_id, traces: [], proposals });
}

/** A meeting that was recorded. */
export interface RecordedMeeting {
  readonly workspaceId: string;
  readonly meetingId: string;
}

/**
 * MTG-14: a meeting that was stopped through this daemon is read by the model of this machine, and the reading is handed in
 * (MTG-15), where the relay has no model and nobody else has read it. What goes wrong is logged, and stands in the meeting beside the
 * built-in reader's result (MTG-16).
 */
export async function readRecorded(
  { localModel, client, clock }: Pick<InterceptorContext, 'localModel' | 'client' | 'clock'>,
  logger: Logger,
  { workspaceId, meetingId }: RecordedMeeting,
): Promise<void> {
  const relay = client();
  const model = await localModel.inPlaceOfRelays(relay, workspaceId);
  if (relay === undefined || model === undefined) return;
  const meeting = await relay.call('getMeeting', { meeting_id: meetingId });
  if (isRefusal(meeting)) return logger.warn(meeting.message);
  const { status, method, transcript, date } = meeting;
  if (status !== 'completed' || readBy(method) !== builtInReader || transcript === '') return;
  const today = date ?? dayOf(clock.now());
  const onError = (error: unknown) => logger.warn(String(error));
  const { reading, about } = await readingBy(model, { transcript, today, onError });
  const answer = await relay.call('submitReading', {
    meeting_id: meetingId,
    // The meeting says why (MTG-16).
    ...(reading ?? unread),
    ...about,
  });
  if (isRefusal(answer)) logger.warn(answer.message);
}
