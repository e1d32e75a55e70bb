/** The icon of each menu entry by path. Others have a dot. */
import {
  IconAddressBook,
  IconArrowsSplit2,
  IconBriefcase,
  IconBuildingStore,
  IconChartFunnel,
  IconChartHistogram,
  IconFilePlus,
  IconFileSearch,
  IconHistory,
  IconLayoutDashboard,
  IconMessageChatbot,
  IconPointFilled,
  IconRefresh,
  IconReportAnalytics,
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
  '/canais': IconArrowsSplit2,
  '/concorrentes': IconBriefcase,
  '/conferencia-informacoes-lead': IconFileSearch,
  '/relatorios': IconReportAnalytics,
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
