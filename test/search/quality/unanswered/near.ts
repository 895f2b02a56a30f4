/** Questions of software teams, on matters that no decision of the set says anything about. */
export const near = `
which linter do we use for shell scripts
do we support Windows 7
where is the Jenkins master
what colour is our logo
who maintains the Drupal site
how do we render 3D models in the browser
which Bluetooth profile does the headset use
do we sell on Amazon
how do we print shipping labels
what is the licence fee for Oracle
which COBOL compiler do we use
how is the mainframe job submitted
why did we choose Elixir
Haskell or OCaml for the compiler
which Perl version runs the old scripts
do we use Ansible or Puppet for the laptops
how do we back up the office file server
which VPN client for Linux laptops
what is the wifi password in the office
how many vacation days do new people have
where do I book a meeting room
who orders new monitors
which keyboard layout is the kiosk set to
how do we do interviews with candidates
what is the on-call pay
which blockchain do we write receipts to
how are NFTs minted
do we accept bitcoin
how do we generate the sitemap
which fonts are licensed for the brand
what is the voice of our chatbot
how does the text to speech engine pronounce names
which sound plays when a call comes in
how do we detect cheating in the quiz
do we have a Slack bot for lunch orders
how is the podcast published
which LaTeX template for the manual
how do we draw diagrams
which screen reader do we train with
how do we simulate wind in the racing game
which physics engine does the game use
how are shaders compiled
how do we make the trees in the scenery
what frame buffer format for the projector
how is the antenna calibrated
which oscilloscope is in the laboratory
how thick is the copper on the circuit board
what is the solder temperature for the prototype
how do we recycle old batteries
which plastics is the case made of
how is the seat map of the theatre drawn
who writes the newsletter
how do we read licence plates
how is the elevator controlled
what is the maximum payload of the drone
how do we import genealogy files
which chess engine is embedded
how are weather forecasts obtained
do we have a fax gateway
which satellite provides the internet on ships
`;
