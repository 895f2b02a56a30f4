import { decided } from '../labelled.ts';

export const observability = [
  decided(
    'otel',
    'OpenTelemetry for traces, exported to Tempo',
    'Each vendor agent patched the runtime in its own way. The standard lets us change the vendor by configuration.',
    ['how do I follow one request across services', 'distributed tracing stack'],
  ),
  decided(
    'structured-logs',
    'Logs are JSON lines with a request id; no free text interpolation',
    'Grepping sentences failed as soon as somebody reworded them.',
    [
      'what should I print when something interesting happens',
      'correlating messages of the same call',
    ],
  ),
  decided(
    'alert-symptoms',
    'Page people on symptoms users feel, not on CPU or disk',
    'Forty pages a week, of which three mattered. Causes go to dashboards.',
    ['when does on-call get woken up', 'too many false alarms'],
  ),
  decided(
    'slo-budget',
    'Each service has an objective; when its error budget is spent, features stop',
    'Reliability lost every discussion until it had a number.',
    ['how do we balance new development against stability', 'target for availability'],
  ),
  decided(
    'no-pii-logs',
    'Personal data is masked before a log line leaves the process',
    'Support exports contained full names and card suffixes.',
    [['are email addresses allowed in our output to Kibana', { 'structured-logs': 1 }]],
  ),
  decided(
    'sampling-tail',
    'Keep every trace with an error and one in a hundred of the rest',
    'Storing everything cost more than the service itself; head sampling lost exactly the interesting ones.',
    ['telemetry bill is too high', "why can't I find the spans of a successful call"],
  ),
  decided(
    'runbook-links',
    'An alert without a runbook link is not merged',
    'At night nobody remembers how the exporter is restarted.',
    ['what documentation must exist before adding a monitor'],
  ),
  decided(
    'blameless-review',
    'After an outage we write a blameless review within five days',
    'People hid mistakes while there were names in the document. Actions get owners and dates instead.',
    ['postmortem process', 'what happens after production breaks'],
  ),
  decided(
    'histograms',
    'Latencies are recorded as native histograms, not averages',
    'The mean looked fine while one in fifty customers waited nine seconds.',
    ['measuring slow requests properly', 'percentiles'],
  ),
  decided(
    'synthetic-checkout',
    'A robot buys a test product every five minutes in production',
    'The shop was closed for two hours on a Sunday while every health check was green.',
    ['how would we notice that customers cannot pay', 'black-box monitoring'],
  ),
];
