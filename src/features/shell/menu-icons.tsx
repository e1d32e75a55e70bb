/** The icon of each menu entry by path, and of each group. A path without one does not compile. No two are equal. */
import {
  IconAddressBook,
  IconArrowsSplit2,
  IconBriefcase,
  IconBuilding,
  IconBuildingStore,
  IconCalendarRepeat,
  IconChartArcs,
  IconChartBar,
  IconChartFunnel,
  IconChartHistogram,
  IconChartPie,
  IconCopy,
  IconDevices,
  IconFileImport,
  IconFilePlus,
  IconFileSearch,
  IconFolders,
  IconFriends,
  IconHeadset,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconListSearch,
  IconMapPin,
  IconMessageChatbot,
  IconPhoneCall,
  IconReceipt,
  IconRefresh,
  IconReportAnalytics,
  IconRoute,
  IconServer,
  IconSettings,
  IconShieldCheck,
  IconShieldHalf,
  IconSunHigh,
  IconTableImport,
  IconTargetArrow,
  IconTimeline,
  IconTool,
  IconTrendingDown,
  IconUserPlus,
  IconUserQuestion,
  IconUserShare,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { MenuPath, MenuSection } from '../../domain/permissions/routes.ts'

type Icon = ComponentType<{ size?: number; stroke?: number }>

const ICONS: Readonly<Record<MenuPath, Icon>> = {
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
  '/relatorios': IconListSearch,
  '/funnel-charts': IconChartFunnel,
  '/relatorio-indicacoes-corretora': IconChartBar,
  '/relatorio-indicacoes-concessionaria': IconChartHistogram,
  '/relatorio-ligacoes': IconPhoneCall,
  '/relatorio-atendimento': IconHeadset,
  '/relatorio-perdas': IconTrendingDown,
  '/relatorio-vendas-quiver': IconReceipt,
  '/relatorio-renovacoes': IconCalendarRepeat,
  '/relatorio-diagnostico-presencial': IconMapPin,
  '/relatorio-leads-duplicados': IconCopy,
  '/relatorio-leads-origem': IconChartPie,
  '/relatorio-indicador': IconChartArcs,
  '/relatorio-processamentos': IconServer,
  '/relatorio-diagnostico': IconTargetArrow,
  '/chat-bot': IconMessageChatbot,
  '/configuracoes': IconSettings,
  '/aparelhos': IconDevices,
  '/webhooks': IconWebhook,
  '/auditoria': IconHistory,
  '/privacidade': IconShieldCheck,
  '/sincronizacao': IconRefresh,
}

const GROUPS: Readonly<Record<Exclude<MenuSection, 'Trabalho'>, Icon>> = {
  Leads: IconInbox,
  Pessoas: IconFriends,
  Cadastros: IconFolders,
  Relatórios: IconReportAnalytics,
  Sistema: IconTool,
}

const known: Readonly<Record<string, Icon>> = { ...ICONS, ...GROUPS }

export function MenuIcon({ path }: { path: string }) {
  const Known = known[path] ?? IconFilePlus
  return <Known size={20} stroke={1.7} />
}

export const GroupIcon = ({ section }: { section: MenuSection }) => <MenuIcon path={section} />
