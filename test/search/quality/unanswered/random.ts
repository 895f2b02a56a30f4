/** Strings of keys, invented words, and real words that make no question together. */
export const random = `
asdf qwer zxcv
qwertyuiop
blorf snizzle wump
jkl;jkl;jkl;
xyzzy plugh
frobnicate the wibble
lkjhgfdsa
zzz zzz zzz
glarp nofty brindlewick
vrumfondel asprique
hhhhh jjjjj kkkkk
mxyzptlk
aoeui dhtns
trelkin vosh ombrate
snorkelwhack
dfgdfgdfg
quibbledax
purple monkey dishwasher
banana umbrella carpet tuesday
yesterday giraffe spoon sideways
cheese window elephant whisper
slowly turquoise the of grandmother
marmalade trombone glacier
wool pickle thunder nostril
seventeen angry teapots
the the the
and but or if
lorem ipsum dolor sit amet
foo bar baz qux
blah blah blah
hello
thanks a lot
good morning everyone
lol
hmm not sure
test test 123
what
who is there
ok computer
whatever you like
12345
99 88 77
!!! ???
wobbegong flannel quince
gribble
ploverish tamarack sonnet
kjsdhf kjsdhf sdkjfh
eleven drowsy walruses
soup hat bicycle moon
rutabaga
`;
