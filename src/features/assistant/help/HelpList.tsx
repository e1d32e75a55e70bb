/** The help pages of a role by their groups, or those that a search finds. docs/rules.md#help */
import { Stack, Text, TextInput, Title, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { HELP } from '../../../device/help-index.ts'
import { type Finding, findHelp, HELP_PERHAPS, othersWords } from '../../../domain/assistant/help-answer.ts'
import { type HelpPage, pageOfScreen, pagesFor } from '../../../domain/assistant/help-page.ts'
import { HELP_PATH } from '../../../domain/assistant/help-path.ts'
import type { RoleId } from '../../../domain/session/session-user.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import classes from './HelpScreen.module.css'
import type { HelpSearch } from './help-search.ts'

interface HelpListProps {
  readonly role: RoleId
  readonly search: HelpSearch
  readonly onSearch: (search: HelpSearch) => void
}

export function HelpList({ role, search, onSearch }: HelpListProps) {
  const { tela, busca = '' } = search
  return (
    <section className={classes.root} aria-label="Ajuda">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Ajuda</VisuallyHidden>
      <TextInput
        type="search"
        label="Buscar na ajuda"
        placeholder="Como capturo um lead?"
        leftSection={<IconSearch size={16} />}
        value={busca}
        maxLength={200}
        maw={480}
        onChange={({ currentTarget: { value } }) =>
          onSearch({ tela, ...(value === '' ? {} : { busca: value }) })
        }
      />
      {busca.trim() === '' ? (
        <AllPages role={role} screen={tela} />
      ) : (
        <Found finding={findHelp(HELP, busca, role)} />
      )}
    </section>
  )
}

function AllPages({ role, screen }: { readonly role: RoleId; readonly screen: string | undefined }) {
  const pages = pagesFor(HELP.pages, role)
  const ofScreen = screen === undefined ? null : pageOfScreen(HELP.pages, screen, role)
  const groups = [...Map.groupBy(pages, ({ group }) => group)]
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        As páginas abrem também sem rede.
      </Text>
      {ofScreen === null ? null : <Group title="Sobre a tela em que você estava" pages={[ofScreen]} />}
      {groups.map(([title, ofGroup]) => (
        <Group key={title} title={title} pages={ofGroup} />
      ))}
    </>
  )
}

function Group({ title, pages }: { readonly title: string; readonly pages: readonly HelpPage[] }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <Pages pages={pages} />
    </section>
  )
}

function Found({ finding }: { readonly finding: Finding }) {
  const { kind, near } = finding
  const pages = [...(kind === 'answer' ? [finding.hit] : []), ...near].map(({ page }) => page)
  const isSure = kind === 'answer' || kind === 'choices'
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {kind === 'others' ? `${othersWords(finding.page)} ` : null}
        {isSure || pages.length === 0 ? countWords(pages.length) : HELP_PERHAPS}
      </Text>
      {pages.length === 0 ? (
        <EmptyState drawing="lost" title="Nada encontrado na ajuda">
          Tente com outras palavras, ou apague a busca para ver todas as páginas.
        </EmptyState>
      ) : (
        <Pages pages={pages} />
      )}
    </>
  )
}

function Pages({ pages }: { readonly pages: readonly HelpPage[] }) {
  return (
    <Stack component="ul" className={classes.list ?? ''} gap="xs">
      {pages.map((page) => (
        <li key={page.slug}>
          <Link to={HELP_PATH} search={{ pagina: page.slug }} className={classes.entry ?? ''}>
            <span className={classes.title}>{page.title}</span>
            <span className={classes.summary}>{page.summary.replaceAll('**', '')}</span>
          </Link>
        </li>
      ))}
    </Stack>
  )
}

const countWords = (count: number) =>
  count === 0 ? 'Nenhuma página' : count === 1 ? '1 página' : `${count} páginas`
