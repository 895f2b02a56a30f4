import { decided } from '../labelled.ts';

export const devices = [
  decided(
    'ota-ab',
    'Firmware updates go to the idle partition and fall back after three failed boots',
    'A power cut during flashing turned 200 meters into bricks.',
    ['upgrading devices in the field safely', 'what if the new image does not start'],
  ),
  decided(
    'mqtt',
    'Sensors report over MQTT with QoS 1',
    'HTTP handshakes took most of the battery budget.',
    ['protocol between gadgets and cloud'],
  ),
  decided(
    'rust-driver',
    'New drivers are written in Rust',
    'Two of three field failures last year were buffer overruns in C.',
    ['memory safety in low-level code'],
  ),
  decided(
    'static-alloc',
    'No heap after initialisation on the controller',
    'Fragmentation stopped pumps after weeks of running.',
    ['may I call malloc'],
  ),
  decided(
    'watchdog',
    'A hardware watchdog restarts the board after two seconds without a sign of life',
    'A deadlock in the radio stack needed a technician with a ladder.',
    ['unit hangs and nobody is on site'],
  ),
  decided(
    'device-certs',
    'Each device gets its certificate in the factory, held in a secure element',
    'A shared password was read out of one unit and opened all.',
    ['provisioning unique identity for hardware'],
  ),
  decided(
    'can-checksum',
    'Messages on the bus carry a counter and a CRC',
    'Interference from the motor flipped bits in the steering angle.',
    ['detecting corrupted frames'],
  ),
  decided(
    'edge-inference',
    'Object detection runs on the camera, only events are uploaded',
    "Streaming video of 400 cameras would fill the customer's line.",
    ['where does the computer vision execute'],
  ),
  decided(
    'units-si',
    'All physical quantities are SI inside; conversion happens at the display',
    'A feet and metres mix-up put a drone on a roof.',
    ['imperial measurements'],
  ),
  decided(
    'ros2',
    "The robot's modules talk over ROS 2",
    'Our own bus had no tools for recording and replay.',
    ['middleware for the arm and the navigation'],
  ),
];
