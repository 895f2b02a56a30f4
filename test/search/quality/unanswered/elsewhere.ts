/** Plausible questions of people who do something other than software. */
export const elsewhere = `
how long do I boil an egg
best recipe for sourdough bread
why does my cake sink in the middle
what temperature for roast chicken
how much garlic in pesto
which wine goes with salmon
how to prune roses in winter
when should I plant tomatoes
why are the leaves of my basil yellow
how often to water a cactus
how do bees find their way home
do cats dream
how old can a parrot get
what do hedgehogs eat
which dog breed is good with children
how high is Mount Kilimanjaro
capital of Mongolia
who painted the Mona Lisa
when did the Roman empire fall
who won the football world cup in 1998
rules of cricket
how many players are in a volleyball team
how to train for a marathon
how do I stop snoring
cure for a hangover
symptoms of the measles
is ibuprofen bad for the stomach
how many calories are in a banana
why do we yawn
how does the heart pump blood
what causes thunder
why is the sky blue
distance from the earth to the moon
what is a black hole
how are rainbows formed
who discovered penicillin
the plot of Hamlet
how many symphonies did Beethoven write
how to tune a violin
chords of Hotel California
who sang Bohemian Rhapsody
what films did Hitchcock direct
how to knit a scarf
how to remove red wine stains from a carpet
how do I unclog a kitchen sink
what paint is right for a bathroom ceiling
how to change a bicycle tyre
when must I rotate the tyres of my car
what does the oil warning light mean
cheap flights to Lisbon in May
do I need a visa for Vietnam
best beach in Portugal
how to pack a suitcase
what to wear to a wedding
how to fold a fitted sheet
gift for a ten year old nephew
how to get a baby to sleep
when do children lose their first teeth
how to write a love poem
meaning of the word serendipity
plural of octopus
how do you say goodbye in Finnish
how do I get rid of ants
how to skin a rabbit
when is the next full moon
will it rain in Zurich on Sunday
how to apply for a mortgage
can my landlord raise the rent
divorce without a lawyer
what is the speed limit in Norway
how to bluff at poker
opening moves against the Sicilian
how to throw a curveball
yoga poses for a stiff neck
which mushrooms are poisonous
how do volcanoes erupt
where do penguins live
who was the first woman in space
life of Cleopatra
history of the potato in Ireland
`;
