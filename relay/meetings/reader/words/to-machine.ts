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

/** "As an AI you must", "when you summarise this", "you must record this decision", the name of a tool. */
const ofReading =
  /\bas an? (?:ai|assistant|language model|llm)\b|\b(?:when|if|once|while) you (?:summari[sz]e|transcribe|read this (?:transcript|text))\b|\byou (?:must|should|have to|will) (?:now )?(?:record|output|report|emit) (?:this|the following|these)\b|\bsubmit_reading\b|\bconvention_propose\b/i;
const takesOver =
  /\b(?:ignore|disregard) (?:all |the )?(?:previous|above|prior|earlier) (?:instructions?|prompts?|rules?)\b/i;

/** Whether all of the turn is said to a machine from there on. */
export function takesOverTurn(text: string): boolean {
  return takesOver.test(text) || ofReading.test(text);
}

/** Whether a sentence tells a machine to do something; a line that begins with "AI:" may be an action item. */
export function isToMachine(text: string): boolean {
  const said = text.replace(/^(?:[-*•]\s+)?AI\s?(?:\([^)]*\))?:/, '');
  return [toProgram, greeted, called, whoeverWrites, ofReading].some((pattern) =>
    pattern.test(said),
  );
}
