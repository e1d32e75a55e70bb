/** The icon of each menu entry by path. Others have a dot. */
import {
  IconAddressBook,
  IconArrowsSplit2,
  IconBriefcase,
  IconBuildingStore,
  IconChartFunnel,
  IconChartHistogram,
  IconFileImport,
  IconFilePlus,
  IconFileSearch,
  IconHistory,
  IconLayoutDashboard,
  IconMessageChatbot,
  IconPointFilled,
  IconRefresh,
  IconRoute,
  IconSettings,
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
  '/clients': IconAddressBook,
  '/seguros': IconShieldHalf,
  '/parceiros': IconBuildingStore,
  '/technical-team': IconUsersGroup,
  '/lead-broker-config': IconRoute,
  '/importar-renovacoes': IconFileImport,
  '/canais': IconArrowsSplit2,
  '/concorrentes': IconBriefcase,
  '/conferencia-informacoes-lead': IconFileSearch,
  '/funnel-charts': IconChartFunnel,
  '/chat-bot': IconMessageChatbot,
  '/configuracoes': IconSettings,
  '/auditoria': IconHistory,
  '/sincronizacao': IconRefresh,
}

export function MenuIcon({ path }: { path: string }) {
  const Known = ICONS[path] ?? (path.startsWith('/relatorio') ? IconChartHistogram : IconPointFilled)
  return <Known size={20} stroke={1.7} />
}
