/** How the side menu folds into groups: docs/rules.md#menu */
import { type MenuSection, normalizedPath, ROUTES, type RouteLine } from './routes.ts'

/** Entries and groups in sight while all groups are closed. A menu of so few entries has no groups. */
export const MOST_IN_SIGHT = 12
/** A longer group opens with a few of its entries. */
const MOST_OPENED = 9
/** Of them at least its first one, which leads to all, and one more. */
const LEAST_OPENED = 2

interface MenuGroup {
  readonly section: MenuSection
  readonly entries: readonly RouteLine[]
}
type MenuRow = RouteLine | MenuGroup

export const isGroup = (row: MenuRow): row is MenuGroup => 'entries' in row

/** Returns the rows of the menu, in the order of its entries. A group of one entry is that entry. */
export function menuRows(entries: readonly RouteLine[]): MenuRow[] {
  if (entries.length <= MOST_IN_SIGHT) return [...entries]
  const sections = [...new Set(entries.map(({ section }) => section))]
  return sections.flatMap((section): MenuRow[] => {
    const own = entries.filter((entry) => entry.section === section)
    return section === 'Trabalho' || own.length === 1 ? own : [{ section, entries: own }]
  })
}

/** Returns the section of a screen, also of one that another screen leads to. */
export const sectionAt = (path: string): MenuSection | null =>
  ROUTES.find((route) => route.path === normalizedPath(path))?.section ?? null

/** Returns the entries of an open group that are in sight until the user asks for all of them. */
export function openedEntries(
  rows: readonly MenuRow[],
  { entries }: MenuGroup,
  { favourites, present }: { readonly favourites: readonly string[]; readonly present: string },
): readonly RouteLine[] {
  if (entries.length <= MOST_OPENED) return entries
  // One row is the button that shows all.
  const room = Math.max(LEAST_OPENED, MOST_IN_SIGHT - rows.length - 1)
  const stars = favouritesInSight(rows, favourites)
  const isKept = (entry: RouteLine) =>
    entry === entries[0] || entry.path === present || stars.some(({ path }) => path === entry.path)
  const kept = entries.filter(isKept)
  const others = entries.filter((entry) => !isKept(entry)).slice(0, Math.max(0, room - kept.length))
  return entries.filter((entry) => kept.includes(entry) || others.includes(entry))
}

/** Returns the favourites that stay in sight below their closed group. */
export function favouritesInSight(rows: readonly MenuRow[], favourites: readonly string[]): RouteLine[] {
  const reports = rows.flatMap((row) => (isGroup(row) && row.section === 'Relatórios' ? row.entries : []))
  return reports
    .filter(({ path }) => favourites.includes(path))
    .slice(0, Math.max(0, MOST_IN_SIGHT - rows.length))
}
