/** Names as they stand in code, of things that are nowhere in the set. */
export const invented = `
FluxCapacitorManager
src/turnip/harvest.ts
parseMarzipan
zebra_crossing_total
getUnicornHorn()
XK-4471
WombatFactoryBean
com.acme.gizmo.Sprocket
turboencabulator
0xDEADBEEF
pantographWidget
BRK_1189
lib/ocelot/whiskers.rb
isHamsterAwake
grumbleQuotient
moonbaseAlpha.init
TADPOLE_MODE
kettleWhistle
`;
