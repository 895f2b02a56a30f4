import type { Input, Output } from '../../shared/api/operations.ts';
import { limits } from '../../shared/contract/limits.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { redactField } from '../../shared/redaction/redact-input.ts';
import {
  pathsOf,
  proposalInstructions,
  proposalPrompt,
  proposalsIn,
} from '../../shared/traces/proposals.ts';
import type { Forward, InterceptorContext } from '../interceptors/interceptor.ts';

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
  const proposals = proposalsIn(answer).map((one) => ({ ...one, files: pathsOf(one) }));
  if (proposals.length > 0) await relay.call('pushTraces', { workspace_id, traces: [], proposals });
}
