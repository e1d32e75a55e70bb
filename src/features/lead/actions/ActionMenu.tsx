/** A narrow screen's bar: everything but saving and ending in one menu. */
import type { ActionSource } from './action-table.tsx'
import { MoreMenu } from './MoreMenu.tsx'

export function ActionMenu(source: ActionSource) {
  return <MoreMenu source={source} label="Ações" withWork />
}
