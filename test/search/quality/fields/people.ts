import { decided } from '../labelled.ts';

export const people = [
  decided(
    'icu-messages',
    'Texts use ICU message format with named arguments',
    'Gluing sentences together is wrong in Polish, which has four plural forms.',
    ['how do I write a string that contains a count', 'translation of the interface'],
  ),
  decided(
    'rtl',
    'Layouts use logical properties (start and end) so that Arabic works',
    'A mirrored stylesheet was always out of date.',
    ['right-to-left languages'],
  ),
  decided(
    'wcag-aa',
    'WCAG 2.2 AA is a release criterion',
    'A public tender required it and a blind colleague could not book leave.',
    ['accessibility requirements', 'colour contrast and keyboard operation'],
  ),
  decided(
    'locale-url',
    'The language is part of the URL, never guessed by IP',
    'Tourists got Thai prices and crawlers indexed one tongue only.',
    ['how do we pick which translation a visitor sees'],
  ),
  decided(
    'plain-errors',
    'Error texts say what happened and what to do next; no codes alone',
    'Callers read E-4012 to support, who looked it up in a wiki.',
    ['wording of failure messages for customers'],
  ),
  decided(
    'undo-not-confirm',
    'Offer undo instead of asking for confirmation',
    'People click through dialogs without reading.',
    ['are you sure popups'],
  ),
  decided(
    'reduced-motion',
    'Animations stop for users who ask for reduced motion',
    'Parallax made a tester ill.',
    ['vestibular disorders', 'transitions and dizziness'],
  ),
  decided(
    'name-one-field',
    'One field for the full name',
    'First and last name do not fit Icelandic, Javanese or Spanish people.',
    ['should the signup form ask for a surname'],
  ),
  decided(
    'mail-plain',
    'Every HTML mail has a plain text part and a list-unsubscribe header',
    'Large providers put us in the spam folder.',
    ['email deliverability', 'newsletter ends up in junk'],
  ),
  decided(
    'onboarding-skip',
    'The tour can be skipped and never blocks',
    'Sixty percent closed the tab at step three.',
    ['introducing first-time users to the product'],
  ),
];
