/** /ajuda: the help pages of the user's role, a list with a search and one page at a time. docs/rules.md#help */
import { Button, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { HELP } from '../../../device/help-index.ts'
import { useScreenSearch } from '../../../device/useScreenSearch.ts'
import { othersWords } from '../../../domain/assistant/help-answer.ts'
import { type HelpPage, pagesFor } from '../../../domain/assistant/help-page.ts'
import { HELP_PATH } from '../../../domain/assistant/help-path.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { MarkdownText } from '../MarkdownText.tsx'
import { HelpList } from './HelpList.tsx'
import classes from './HelpScreen.module.css'
import { helpSearchSchema } from './help-search.ts'

export function HelpScreen({ user }: { readonly user: SessionUser }) {
  const [search, onSearch] = useScreenSearch(helpSearchSchema)
  const role = roleOf(user)
  const page = HELP.pages.find(({ slug }) => slug === search.pagina)
  if (page === undefined) return <HelpList role={role} search={search} onSearch={onSearch} />
  const pages = pagesFor(HELP.pages, role)
  return pages.includes(page) ? (
    <Page key={page.slug} page={page} next={pages[pages.indexOf(page) + 1]} />
  ) : (
    <EmptyState
      order={1}
      drawing="denied"
      title="Esta página não é do seu perfil"
      action={
        <Button component={Link} to={HELP_PATH}>
          Todas as páginas
        </Button>
      }
    >
      {othersWords(page)}
    </EmptyState>
  )
}

interface PageProps {
  readonly page: HelpPage
  readonly next: HelpPage | undefined
}

function Page({ page, next }: PageProps) {
  const top = useRef<HTMLElement>(null)
  // A link inside a page opens the next one from its beginning.
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not.
    top.current?.scrollIntoView({ block: 'end' })
  }, [])
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
