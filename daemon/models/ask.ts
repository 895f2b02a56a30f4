import type { Input, Output } from '../../shared/api/operations.ts';
import { limits } from '../../shared/contract/limits.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { answerInstructions, promptOf } from '../../shared/models/answer-prompt.ts';
import { redactField } from '../../shared/redaction/redact-input.ts';
import type { Forward, InterceptorContext } from '../interceptors/interceptor.ts';

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
  const answer = await model.complete(answerInstructions, prompt).catch(() => '');
  if (answer === '') return passages;
  return { ...passages, answer, method: `language model:${model.name}` };
}
