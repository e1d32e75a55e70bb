/** The icon of each menu entry by path. A path without one does not compile. All reports have the same. */
import {
  IconAddressBook,
  IconArrowsSplit2,
  IconBriefcase,
  IconBuilding,
  IconBuildingStore,
  IconChartFunnel,
  IconChartHistogram,
  IconDevices,
  IconFileImport,
  IconFilePlus,
  IconFileSearch,
  IconHistory,
  IconLayoutDashboard,
  IconMessageChatbot,
  IconRefresh,
  IconReportAnalytics,
  IconRoute,
  IconSettings,
  IconShieldCheck,
  IconShieldHalf,
  IconSunHigh,
  IconTableImport,
  IconTimeline,
  IconUserPlus,
  IconUserQuestion,
  IconUserShare,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { MenuPath } from '../../domain/permissions/routes.ts'

type Icon = ComponentType<{ size?: number; stroke?: number }>

const ICONS: Readonly<Record<Exclude<MenuPath, `/relatorio-${string}`>, Icon>> = {
  '/hoje': IconSunHigh,
  '/equipe-hoje': IconTimeline,
  '/': IconLayoutDashboard,
  '/lead': IconFilePlus,
  '/auto-indicação': IconUserPlus,
  '/indicacao-externa': IconUserShare,
  '/suspeitas': IconUserQuestion,
  '/users': IconUsers,
  '/clients': IconAddressBook,
  '/seguros': IconShieldHalf,
  '/parceiros': IconBuildingStore,
  '/technical-team': IconUsersGroup,
  '/lead-broker-config': IconRoute,
  '/importar': IconTableImport,
  '/importar-renovacoes': IconFileImport,
  '/canais': IconArrowsSplit2,
  '/concorrentes': IconBriefcase,
  '/seguradoras': IconBuilding,
  '/conferencia-informacoes-lead': IconFileSearch,
  '/relatorios': IconReportAnalytics,
  '/funnel-charts': IconChartFunnel,
  '/chat-bot': IconMessageChatbot,
  '/configuracoes': IconSettings,
  '/aparelhos': IconDevices,
  '/auditoria': IconHistory,
  '/privacidade': IconShieldCheck,
  '/sincronizacao': IconRefresh,
}

const known: Readonly<Record<string, Icon>> = ICONS

export function MenuIcon({ path }: { path: string }) {
  const Known = known[path] ?? IconChartHistogram
  return <Known size={20} stroke={1.7} />
}
