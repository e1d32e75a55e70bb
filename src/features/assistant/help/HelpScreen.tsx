/** /ajuda: the help pages, a list with a search and one page at a time. docs/rules.md#help */
import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconArrowLeft, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { HelpPage } from '../../../domain/assistant/help.ts'
import { HELP_PATH } from '../../../domain/assistant/help-path.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { MarkdownText } from '../MarkdownText.tsx'
import classes from './HelpScreen.module.css'
import { HELP } from './help-index.ts'
import type { HelpSearch } from './help-search.ts'

interface HelpScreenProps {
  readonly search: HelpSearch
  readonly onSearch: (search: HelpSearch) => void
}

export function HelpScreen({ search, onSearch }: HelpScreenProps) {
  const page = HELP.pages.find(({ slug }) => slug === search.pagina)
  if (page !== undefined) return <Page key={page.slug} page={page} />
  return <PageList text={search.busca ?? ''} onText={(busca) => onSearch(busca === '' ? {} : { busca })} />
}

function Page({ page }: { readonly page: HelpPage }) {
  const top = useRef<HTMLElement>(null)
  // A link inside a page opens the next one from its beginning.
  useEffect(() => top.current?.scrollIntoView({ block: 'end' }), [])
  const place = HELP.pages.indexOf(page)
  const next = HELP.pages[place + 1]
  return (
    <section className={classes.root} aria-label={page.title}>
      <nav ref={top} aria-label="Ajuda">
        <Button
          component={Link}
          to={HELP_PATH}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} />}
        >
          Todas as páginas
        </Button>
      </nav>
      <article className={classes.page}>
        <Title order={1} size="h2" mb="md">
          {page.title}
        </Title>
        <MarkdownText text={page.body} />
      </article>
      {next === undefined ? null : (
        <Text size="sm">
          Próxima página:{' '}
          <Link to={HELP_PATH} search={{ pagina: next.slug }} className={classes.next ?? ''}>
            {next.title}
          </Link>
        </Text>
      )}
    </section>
  )
}

interface PageListProps {
  readonly text: string
  readonly onText: (text: string) => void
}

function PageList({ text, onText }: PageListProps) {
  const isSearched = text.trim() !== ''
  const found = isSearched ? [...new Set(HELP.search(text).map(({ page }) => page))] : HELP.pages
  return (
    <section className={classes.root} aria-label="Ajuda">
      <Title order={1} size="h3">
        Ajuda
      </Title>
      <TextInput
        type="search"
        label="Buscar na ajuda"
        placeholder="Como capturo um lead?"
        leftSection={<IconSearch size={16} />}
        value={text}
        maxLength={200}
        maw={480}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed" role="status">
        {isSearched ? countWords(found.length) : 'As páginas abrem também sem rede.'}
      </Text>
      {found.length === 0 ? (
        <EmptyState drawing="lost" title="Nada encontrado na ajuda">
          Tente com outras palavras, ou apague a busca para ver todas as páginas.
        </EmptyState>
      ) : (
        <Stack component="ul" className={classes.list ?? ''} gap="xs">
          {found.map((page) => (
            <li key={page.slug}>
              <Link to={HELP_PATH} search={{ pagina: page.slug }} className={classes.entry ?? ''}>
                <span className={classes.title}>{page.title}</span>
                <span className={classes.summary}>{page.summary.replaceAll('**', '')}</span>
              </Link>
            </li>
          ))}
        </Stack>
      )}
    </section>
  )
}

const countWords = (count: number) =>
  count === 0 ? 'Nenhuma página' : count === 1 ? '1 página' : `${count} páginas`
