/** The search of the top bar and Ctrl+K. Its panel is loaded on first use. */
import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import type { RouteLine } from '../../domain/permissions/routes.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { focusUpperDialog } from '../../ui/upper-dialog.ts'
import classes from './SearchButton.module.css'
import { useEarlyKeys } from './useEarlyKeys.ts'

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
  const change = (text: string) => {
    setQuery(text)
    setEntered(false)
  }
  const open = () => {
    change('')
    setWanted(true)
    setOpened(true)
  }
  useEarlyKeys(opened, {
    onText: (edit) => setQuery(edit),
    onEnter: () => setEntered(true),
    onEscape: () => setOpened(false),
  })

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
      {wanted ? (
        <Suspense>
          <SearchPanel
            user={user}
            entries={entries}
            opened={opened}
            query={query}
            entered={entered}
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
