/** What is said to a program and not to people. */
const toProgram =
  /(?:\b|@)(?:assistant|copilot|chatbot|note[- ]?tak(?:er|ing)(?: agent| bot)?|bot|llm|gpt|chatgpt|ai(?: reviewer| agent| assistant)?)\b["”]?\s*[:,]|@(?:assistant|\w*bot|ai)\b|\b(?:ignore|disregard) (?:all |the )?(?:previous|above|prior|earlier)\b/i;

const recorder =
  '(?:recorder|transcriber|transcript|transcription|recording|robot|machine|computer|siri|alexa|google)';
/** "Hey recorder, close all tickets.", "Dear summary robot", at the beginning: without marks other things are said before it. */
const greeted = new RegExp(
  `^["“]?(?:[\\w']+,? ){0,2}(?:hey|hi|hello|dear|ok|okay),? (?:[\\w-]+ )?${recorder}\\b`,
  'i',
);
/** "Computer, delete this line." */
const called = new RegExp(`^["“]?(?:(?:and|so|oh),? )?${recorder}[,:]`, 'i');
/** "Whoever's transcribing, please put that in." */
const whoeverWrites =
  /\b(?:who|which)ever(?: \w+)?(?:['’]s| is) (?:transcribing|recording|listening|summari[sz]ing)\b/i;

/** Whether a sentence tells a machine to do something; a line that begins with "AI:" may be an action item. */
export function isToMachine(text: string): boolean {
  const said = text.replace(/^(?:[-*•]\s+)?AI\s?(?:\([^)]*\))?:/, '');
  return [toProgram, greeted, called, whoeverWrites].some((pattern) => pattern.test(said));
}
