/** The icon of each menu entry by path. Others have a dot. */
import {
  IconChartFunnel,
  IconChartHistogram,
  IconFilePlus,
  IconLayoutDashboard,
  IconMessageChatbot,
  IconPointFilled,
  IconRefresh,
  IconShieldHalf,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

type Icon = ComponentType<{ size?: number; stroke?: number }>

const ICONS: Readonly<Record<string, Icon>> = {
  '/': IconLayoutDashboard,
  '/lead': IconFilePlus,
  '/auto-indicação': IconUserPlus,
  '/users': IconUsers,
  '/clients': IconUsersGroup,
  '/seguros': IconShieldHalf,
  '/funnel-charts': IconChartFunnel,
  '/chat-bot': IconMessageChatbot,
  '/sincronizacao': IconRefresh,
}

export function MenuIcon({ path }: { path: string }) {
  const Known = ICONS[path] ?? (path.startsWith('/relatorio') ? IconChartHistogram : IconPointFilled)
  return <Known size={20} stroke={1.7} />
}
