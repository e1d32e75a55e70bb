/** The search of the top bar and Ctrl+K. Its panel is loaded on first use. */
import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RouteLine } from '../../domain/permissions/routes.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { focusUpperDialog } from '../../ui/upper-dialog.ts'
import classes from './SearchButton.module.css'
import { EARLY_FIELD, useEarlyKeys } from './useEarlyKeys.ts'

const SearchPanel = lazy(() => import('./SearchPanel.tsx'))

interface SearchButtonProps {
  readonly user: SessionUser
  readonly entries: readonly RouteLine[]
  readonly compact: boolean
  readonly onLogout: () => void
}

export function SearchButton({ user, entries, compact, onLogout }: SearchButtonProps) {
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const [query, setQuery] = useState('')
  /** Enter was pressed before the answer to the text was there. */
  const [entered, setEntered] = useState(false)
  /** The panel's own field has the focus. */
  const [isReady, setReady] = useState(false)
  const early = useRef<HTMLInputElement>(null)
  const change = (text: string) => {
    setQuery(text)
    setEntered(false)
  }
  const open = () => {
    change('')
    setReady(false)
    setWanted(true)
    setOpened(true)
  }
  useEarlyKeys(opened, {
    onText: (edit) => {
      setQuery(edit)
      setEntered(false)
    },
    onEnter: () => setEntered(true),
    onEscape: () => setOpened(false),
  })

  useFocusReturn({ opened })
  // After the hook before has noted who had the focus.
  useEffect(() => {
    if (opened) early.current?.focus({ preventScroll: true })
  }, [opened])

  // With the painting: a key may be pressed at once after it.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // A key that is held would open and close it in turn.
      if (event.repeat) return
      focusUpperDialog()
      setWanted(true)
      setQuery('')
      setEntered(false)
      setReady(false)
      setOpened((was) => !was)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return (
    <>
      {compact ? (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Buscar" onClick={open}>
          <IconSearch size={20} stroke={1.7} />
        </ActionIcon>
      ) : (
        <UnstyledButton className={classes.root} onClick={open} aria-keyshortcuts="Control+K">
          <IconSearch size={16} stroke={1.8} />
          <span className={classes.words}>Buscar leads e telas</span>
          <Kbd size="xs" aria-hidden>
            Ctrl K
          </Kbd>
        </UnstyledButton>
      )}
      {opened && !isReady ? (
        <input
          ref={early}
          className={classes.early}
          aria-label="Busca: o que já foi digitado"
          tabIndex={-1}
          autoComplete="off"
          {...EARLY_FIELD}
          value={query}
          onChange={(event) => change(event.currentTarget.value)}
        />
      ) : null}
      {wanted ? (
        <Suspense>
          <SearchPanel
            user={user}
            entries={entries}
            opened={opened}
            query={query}
            entered={entered}
            isReady={isReady}
            onReady={() => setReady(true)}
            onQuery={change}
            onEnter={() => setEntered(true)}
            onClose={() => setOpened(false)}
            onLogout={onLogout}
          />
        </Suspense>
      ) : null}
    </>
  )
}
