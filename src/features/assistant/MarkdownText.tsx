/**
 * Markdown of help pages and answers: without HTML and pictures, with links into the product alone. Finished blocks are
 * not drawn again while an answer grows.
 */
import { Link } from '@tanstack/react-router'
import { type ComponentProps, memo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { ROUTES } from '../../domain/permissions/routes.ts'
import { htmlAsText } from './html-as-text.ts'
import classes from './MarkdownText.module.css'
import { markdownBlocks } from './markdown-blocks.ts'

/** Path and search of a link into the product; null for any other. */
function innerAddress(href: string | undefined): { to: string; search: Record<string, string> } | null {
  if (href === undefined || !href.startsWith('/') || href.startsWith('//') || href.includes('\\')) return null
  const { pathname, searchParams } = new URL(href, 'http://farol.invalid')
  if (!ROUTES.some(({ path }) => path === decodeURI(pathname))) return null
  return { to: pathname, search: Object.fromEntries(searchParams) }
}

function InnerLink({ href, children }: ComponentProps<'a'>) {
  const address = innerAddress(href)
  if (address === null) return <span>{children}</span>
  const { lead, ...rest } = address.search
  const number = Number(lead)
  const search = Number.isInteger(number) && number > 0 ? { ...rest, lead: number } : rest
  return (
    <Link to={address.to} search={search} className={classes.link ?? ''}>
      {children}
    </Link>
  )
}

/** A wide table scrolls in itself. */
function ScrolledTable({ children }: ComponentProps<'table'>) {
  return (
    // The keyboard must reach what is out of sight.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="Tabela">
      <table>{children}</table>
    </div>
  )
}

const COMPONENTS: Components = { a: InnerLink, table: ScrolledTable }
const REFUSED = ['img', 'input']
/** Tables and struck text. */
const PLUGINS = [remarkGfm, htmlAsText]

const Block = memo(function Block({ text }: { readonly text: string }) {
  return (
    <Markdown skipHtml remarkPlugins={PLUGINS} disallowedElements={REFUSED} components={COMPONENTS}>
      {text}
    </Markdown>
  )
})

export function MarkdownText({ text }: { readonly text: string }) {
  return (
    <div className={classes.root}>
      {markdownBlocks(text).map((block, place) => (
        // Blocks only grow at the end.
        // oxlint-disable-next-line react/no-array-index-key
        <Block key={place} text={block} />
      ))}
    </div>
  )
}
