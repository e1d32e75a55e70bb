/** The menus of the top bar. */
import { laterOpened } from '../../device/later.tsx'
import { AccountButton } from './AccountButton.tsx'
import type { AccountMenuProps } from './AccountMenu.tsx'
import { SchemeButton } from './SchemeButton.tsx'

export const AccountMenu = laterOpened<AccountMenuProps>(
  async () => (await import('./AccountMenu.tsx')).AccountMenu,
  ({ user, onEarlyClick }) => <AccountButton name={user.name} onClick={onEarlyClick} />,
)

export const SchemeMenu = laterOpened<object>(
  async () => (await import('./SchemeMenu.tsx')).SchemeMenu,
  ({ onEarlyClick }) => <SchemeButton onClick={onEarlyClick} />,
)
