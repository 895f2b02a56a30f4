import { decided } from '../labelled.ts';

export const frontend = [
  decided(
    'server-components',
    'Render marketing pages on the server, keep the app a client-side bundle',
    'Crawlers and slow phones saw a blank screen for four seconds on the landing page. Behind the login nobody indexes anything.',
    ['SSR or SPA?', 'google does not see our homepage content'],
  ),
  decided(
    'react-query',
    'Server state lives in TanStack Query, Redux is removed',
    'Ninety percent of the store was a hand-made cache with loading flags. What remains fits in component state.',
    [
      'what do we use for state management in the UI',
      'where should fetched data be kept in the browser',
    ],
  ),
  decided(
    'css-modules',
    'CSS modules with design tokens, no runtime CSS-in-JS',
    'Styled components cost 40 ms of scripting per route on a mid-range phone and broke streaming.',
    ['how do we style components', 'are emotion and similar libraries allowed'],
  ),
  decided(
    'form-zod',
    'One zod schema validates a form in the browser and again on the server',
    'Rules written twice disagreed about postcodes. The shared package holds the schema and its messages.',
    ['where do input checks belong', 'the client accepted a value that the backend refused'],
  ),
  decided(
    'optimistic-ui',
    'Toggles and likes update at once and roll back on failure',
    'Waiting for the round trip made the interface feel broken on trains.',
    ['should a click show its effect before the server answers?', 'snappy feeling on bad networks'],
  ),
  decided(
    'storybook-gate',
    'A component enters the library only with stories for its empty, loading and error states',
    'Designers found missing states after release. Screenshots of all stories are compared in CI.',
    ['visual regression', 'what is required before adding a new widget to the design system'],
  ),
  decided(
    'lazy-routes',
    'Split the bundle per route, with a budget of 170 kB compressed',
    'The settings page shipped a chart library. A pull request that breaks the budget fails.',
    ['initial page load is too heavy', 'limit on how much javascript we send'],
  ),
  decided(
    'microfrontend-no',
    'No micro frontends; one application with owned folders',
    "Three copies of React and a different button in each team's area. Ownership files give the same independence.",
    ['can squads deploy their part of the website separately'],
  ),
  decided(
    'dates-picker-native',
    'Use the native date input instead of a picker library',
    'Screen reader users could not operate ours and it weighed 60 kB. Styling it less is acceptable.',
    ['calendar widget'],
  ),
  decided(
    'evergreen',
    'Support the last two versions of each browser; Internet Explorer gets a notice',
    'Polyfills were a fifth of the download for 0.3 percent of visits.',
    [
      'do we still care about legacy clients like IE11',
      'can I use modern syntax without transpiling',
    ],
  ),
  decided(
    'virtual-list',
    'Tables above 200 rows are windowed',
    'Rendering 10,000 DOM nodes froze the tab for seconds when filtering orders.',
    ['the grid is janky when there is lots of data', 'scrolling performance of long lists'],
  ),
];
