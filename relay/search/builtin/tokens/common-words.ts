/** Words that mean nothing even inside a phrase; removed before phrases are looked for. */
export const emptyWords: ReadonlySet<string> = wordsIn(`
  a an the is are was were be been being am i we you he she it they them their our my your his her its him me this that these those
  of to for and or do does did has have had having will would can could should may might must shall there here with from by as at
  us ours theirs mine yours so such just also very really quite please than then into onto upon per via let lets s t d ll re ve m
  someone somebody anyone anybody everybody everyone something anything themselves himself itself ourselves which whose shall
  get gets got be own ok`);

/** Words that mean something only inside a phrase; alone they do not say what a text is about. */
export const stopWords: ReadonlySet<string> = wordsIn(`
  in on out up down off over under back again twice once who what when where why how not no if before after without until too many
  much more less other another else same all every each only any some most few both while during between through about against
  within first last next new old one two three several yes never always still already yet even now later because since but nor
  either neither ever around away along across behind above below whom though although unless whether toward towards
  go come make take give put keep use see look want need happen work thing way lot kind sort part side case point bit
  do done try say tell know think mean seem become start stop begin end turn set add change show help call run
  big small large long short high low good bad better best worse right wrong different certain own able sure
  day time people person place number piece whole half full empty second year
  using used uses instead rather like well far near soon often sometimes usually again
  app application system code project software program product feature user customer data file page team
  avoid prevent handle treat ensure manage deal guarantee made making exactly really hardly matter reason
  we chose choose decision decide learn note`);

function wordsIn(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
