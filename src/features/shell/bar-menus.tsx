/** The menus of the top bar. */
import { lazyOpened } from '../../opening/lazy-after-paint.tsx'
import { AccountButton } from './AccountButton.tsx'
import type { AccountMenuProps } from './AccountMenu.tsx'
import { SchemeButton } from './SchemeButton.tsx'

export const AccountMenu = lazyOpened<AccountMenuProps>(
  async () => (await import('./AccountMenu.tsx')).AccountMenu,
  ({ user, onEarlyClick }) => <AccountButton name={user.name} onClick={onEarlyClick} />,
)

export const SchemeMenu = lazyOpened<object>(
  async () => (await import('./SchemeMenu.tsx')).SchemeMenu,
  ({ onEarlyClick }) => <SchemeButton onClick={onEarlyClick} />,
)
