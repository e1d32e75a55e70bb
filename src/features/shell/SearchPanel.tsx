/** Ctrl+K: leads by anything of a client, screens, help, actions. docs/rules.md#search. A chunk of its own. */

import { useMantineColorScheme } from '@mantine/core'
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight'
import {
  IconFileText,
  IconHelp,
  IconListSearch,
  IconLogout,
  IconMoon,
  IconRefresh,
  IconSearch,
  IconSun,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { loadHelp } from '../../device/load-help.ts'
import { nameFilters } from '../../device/named-filters.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { useLastFilters } from '../../device/useLastFilters.ts'
import { useToday } from '../../device/useToday.ts'
import type { HelpIndex } from '../../domain/assistant/help-index.ts'
import { type Place, placesFor } from '../../domain/assistant/places.ts'
import { mayRun } from '../../domain/permissions/actions.ts'
import { isBroker } from '../../domain/permissions/roles.ts'
import type { RouteLine } from '../../domain/permissions/routes.ts'
import { askedReports } from '../../domain/reports/asked-report.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { foldText } from '../../domain/text/fold.ts'
import { useIsGrowing } from '../../opening/useFirstPull.ts'
import { useLayer } from '../../ui/leaving/useLayer.ts'
import { nudgeSync } from '../../workers/sync-bridge.ts'
import { MenuIcon } from './menu-icons.tsx'
import classes from './SearchPanel.module.css'
import { SEARCH_FIELD } from './useEarlyKeys.ts'
import { useLeadSearch } from './useLeadSearch.ts'
import '@mantine/spotlight/styles.layer.css'
import { formatNumber } from '../../domain/text/formats.ts'

const NONE: readonly Place[] = []

interface FoundPlaces {
  readonly places: readonly Place[]
  /** False while the help's pages are on their way: they may change which place is first. */
  readonly isWhole: boolean
}

/** Screens, settings and help that a text finds: docs/rules.md#places. The pages of the help are loaded when something is typed. */
function usePlaces(user: SessionUser, text: string): FoundPlaces {
  const [help, setHelp] = useState<HelpIndex | null>(null)
  const [isTried, setTried] = useState(false)
  const isAsked = text.trim() !== ''
  useEffect(() => {
    if (!isAsked || help !== null) return
    // Not kept on this device, and no network: the names of screens and settings remain.
    loadHelp()
      .then(setHelp)
      .catch(() => undefined)
      .finally(() => setTried(true))
  }, [isAsked, help])
  const role = roleOf(user)
  const known = useMemo(() => placesFor(role, help), [role, help])
  const places = useMemo(() => (isAsked ? known.find(text) : NONE), [known, isAsked, text])
  return { places, isWhole: !isAsked || isTried }
}

type Store = ReturnType<typeof createSpotlight>[0]

const listOf = (store: Store) => document.getElementById(store.getState().listId)

/**
 * The chosen row of the search panel. Spotlight chooses the first one when the text changes, before the hits have
 * come, and its package exports no call for a later moment. The user chose another row than the first, by an arrow:
 * rows that come later leave it chosen.
 */
const isMoved = (store: Store): boolean =>
  store.getState().selected > 0 && listOf(store)?.querySelector('[data-selected]') !== null

function selectFirst(store: Store): void {
  const list = listOf(store)
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

/** Runs the chosen row's action. */
function takeSelected(store: Store): void {
  listOf(store)?.querySelector<HTMLElement>('[data-selected]')?.click()
}

interface SearchPanelProps {
  readonly user: SessionUser
  readonly entries: readonly RouteLine[]
  readonly opened: boolean
  readonly query: string
  /** Enter was pressed: it takes the first hit when the hits of the text are there. */
  readonly entered: boolean
  /** The panel's field has had the focus. */
  readonly isReady: boolean
  readonly onReady: () => void
  readonly onQuery: (text: string) => void
  readonly onEnter: () => void
  readonly onClose: () => void
  readonly onLogout: () => void
}

const MOST_SCREENS = 6
const MOST_HELP = 3
/** From so many letters on the beginning of an action's name puts it first: 'sai' is 'Sair'. */
const NAMES_AN_ACT = 3

export default function SearchPanel(props: SearchPanelProps) {
  const { user, entries, opened, query, entered, isReady, onReady, onQuery, onEnter, onClose, onLogout } =
    props
  // One of its own: Spotlight gives back no focus if it begins opened, as one that went with its screen left it.
  const [[store, panel]] = useState(() => createSpotlight())
  const navigate = useNavigate()
  const filters = useLastFilters(user.id)
  const catalogues = useCatalogues(user.id)
  const { setColorScheme } = useMantineColorScheme()
  const searchesLeads = mayRun('board.read', user)
  const isGrowing = useIsGrowing(user.id)
  const found = useLeadSearch(user.id, searchesLeads && opened ? query : '')
  const { hits, total } = found
  const { places, isWhole } = usePlaces(user, opened ? query : '')
  // Leads come first, so the first row does not change any more.
  const isAnswered = found.isAnswered && (hits.length > 0 || isWhole)

  const zIndex = useLayer(opened, onClose, { kind: 'search' })
  useEffect(() => {
    if (opened) panel.open()
    else panel.close()
  }, [opened, panel])

  const brokerWords = (id: number | null) =>
    id === null ? 'sem corretor' : id === user.id ? 'seu' : (catalogues?.users.get(id)?.name ?? '')
  const leads: SpotlightActionData[] = hits.map((hit) => ({
    id: hit.uid,
    label: `${hit.id === null ? 'Nº pendente' : `Lead ${hit.id}`} · ${hit.clientName}`,
    description: [hit.cpf, hit.status, brokerWords(hit.brokerId)].filter((part) => part !== '').join(' · '),
    leftSection: <IconFileText size={20} stroke={1.7} />,
    onClick: () => void navigate({ to: '/', search: hit.id === null ? {} : { lead: hit.id } }),
  }))
  // The board has the leads of this device: what the server knows besides is no part of its list.
  const all: SpotlightActionData[] =
    total > 1
      ? [
          {
            id: 'all-leads',
            label: `Ver todos (${formatNumber(total)})`,
            leftSection: <IconListSearch size={20} stroke={1.7} />,
            onClick: () => {
              nameFilters({ search: query.trim() })
              void navigate({ to: '/', search: {} })
            },
          },
        ]
      : []
  const placed = (place: Place): SpotlightActionData => ({
    id: `${place.path} ${JSON.stringify(place.search)} ${place.label}`,
    label: place.label,
    ...(place.detail === '' ? {} : { description: place.detail }),
    leftSection: place.kind === 'help' ? <IconHelp size={20} stroke={1.7} /> : <MenuIcon path={place.path} />,
    onClick: () =>
      void navigate({
        to: place.path,
        search: place.detail === '' ? (filters[place.path] ?? {}) : place.search,
      }),
  })
  const today = useToday(user.id)
  const brokers = [...(catalogues?.users.values() ?? [])].filter(({ role_id }) => isBroker(role_id))
  const reports = askedReports(opened ? query : '', { role: roleOf(user), people: brokers, today }).map(
    ({ path, label, detail, search }): SpotlightActionData => ({
      id: `${path} ${detail}`,
      label,
      description: detail,
      leftSection: <MenuIcon path={path} />,
      onClick: () => void navigate({ to: path, search }),
    }),
  )
  const screens: SpotlightActionData[] = entries.map((entry) => ({
    id: entry.path,
    label: entry.label,
    leftSection: <MenuIcon path={entry.path} />,
    onClick: () => void navigate({ to: entry.path, search: filters[entry.path] ?? {} }),
  }))
  const actions: SpotlightActionData[] = [
    {
      id: 'sync',
      label: 'Sincronizar agora',
      leftSection: <IconRefresh size={20} stroke={1.7} />,
      onClick: nudgeSync,
    },
    {
      id: 'light',
      label: 'Usar tema claro',
      leftSection: <IconSun size={20} stroke={1.7} />,
      onClick: () => setColorScheme('light'),
    },
    {
      id: 'dark',
      label: 'Usar tema escuro',
      leftSection: <IconMoon size={20} stroke={1.7} />,
      onClick: () => setColorScheme('dark'),
    },
    {
      id: 'logout',
      label: 'Sair',
      keywords: ['logout'],
      leftSection: <IconLogout size={20} stroke={1.7} />,
      onClick: onLogout,
    },
  ]
  const matching = (list: SpotlightActionData[]) =>
    list.filter((action) =>
      foldText(`${action.label ?? ''} ${String(action.keywords ?? '')}`).includes(foldText(query)),
    )
  const ofKind = (kind: Place['kind'], most: number) =>
    places
      .filter((place) => place.kind === kind)
      .slice(0, most)
      .map(placed)
  const kinds: SpotlightActionGroupData[] = [
    { group: 'Telas', actions: query.trim() === '' ? screens : ofKind('screen', MOST_SCREENS) },
    { group: 'Ajuda', actions: ofKind('help', MOST_HELP) },
  ]
  // What answers best is first.
  const byKind = places[0]?.kind === 'help' ? kinds.toReversed() : kinds
  const acts: SpotlightActionGroupData = { group: 'Ações', actions: matching(actions) }
  const folded = foldText(query)
  const isNamed =
    folded.length >= NAMES_AN_ACT && acts.actions.some(({ label = '' }) => foldText(label).startsWith(folded))
  const groups: SpotlightActionGroupData[] = [
    // A person and a month beside the name of a report are no client.
    { group: 'Relatórios', actions: reports },
    { group: 'Leads', actions: [...leads, ...all] },
    ...(isNamed ? [acts, ...byKind] : [...byKind, acts]),
  ].filter((group) => group.actions.length > 0)

  // Spotlight selects its first action when the text changes, and the hits come later.
  const takeAnswer = useEffectEvent(() => {
    if (!isMoved(store)) selectFirst(store)
    if (entered) takeSelected(store)
  })
  useEffect(() => {
    if (opened && isAnswered) takeAnswer()
  }, [opened, isAnswered, hits, places, query, entered])

  return (
    <Spotlight
      store={store}
      shortcut={null}
      classNames={{ actionDescription: classes.description ?? '' }}
      zIndex={zIndex}
      closeOnEscape={false}
      attributes={{ content: { 'aria-label': 'Busca', 'data-layer': zIndex } }}
      query={query}
      onQueryChange={onQuery}
      clearQueryOnClose={false}
      onSpotlightClose={onClose}
      actions={groups}
      filter={(_query, all) => all}
      nothingFound={isGrowing ? 'Nada encontrado no que já foi baixado' : 'Nada encontrado neste aparelho'}
      // The field for early text has the focus when this opens: the button knows who had it before.
      returnFocus={false}
      scrollable
      centered={false}
      yOffset="12vh"
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={20} stroke={1.7} />,
        placeholder: searchesLeads
          ? 'Nome, telefone, placa, apólice, e-mail, nº, tela ou assunto'
          : 'Tela ou assunto',
        'aria-label': 'Buscar',
        ...SEARCH_FIELD,
        onFocus: ({ currentTarget }) => {
          if (isReady) return
          currentTarget.setSelectionRange(query.length, query.length)
          onReady()
        },
        onKeyDownCapture: (event) => {
          // Spotlight would take a hit of the text before.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || isAnswered) return
          event.preventDefault()
          event.stopPropagation()
          onEnter()
        },
      }}
    />
  )
}
