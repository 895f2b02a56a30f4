/** A language model, whatever its provider: one at a server, or the client that somebody has on their machine. */
export interface LanguageModel {
  /** Shown to people beside what it wrote. */
  readonly name: string;
  /** Rejects when the model does not answer in time; with a ModelTrouble where people are to be told why. */
  complete(instructions: string, text: string, bounds?: { outputTokens: number }): Promise<string>;
}

/** Why a model has not answered. */
export class ModelTrouble extends Error {
  /** `told`: what happened, and what to do, in words for people; `message`: for the operator. */
  constructor(
    readonly told: string,
    message = told,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
