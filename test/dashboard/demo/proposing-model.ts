import type { LanguageModel } from '../../../shared/models/language-model.ts';
import { proposedDecisions } from './story/decisions-today.ts';

/** What it answers to everything but the traces of the story; the relay then goes on without a model. */
export class NoAnswer extends Error {}

/** Stands for a language model: it knows the traces of the story and what follows from each. */
export const proposingModel: LanguageModel = {
  name: 'demo',
  async complete(_instructions, text) {
    const found = proposedDecisions.find(({ trace }) => text.includes(trace.slice(0, 60)));
    if (found === undefined) throw new NoAnswer('The demo has no language model.');
    const { title, rationale, type, files } = found;
    return JSON.stringify([{ title, rationale, type, files }]);
  },
};
