/** The help pages: one for each screen of each role, with sections, links and questions that lead somewhere. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { helpIndex } from '../../../src/domain/assistant/help-index.ts'
import { pageOfScreen, pagesFor, parsePage } from '../../../src/domain/assistant/help-page.ts'
import { EVERYONE } from '../../../src/domain/permissions/roles.ts'
import { mayVisit, menuFor, ROUTES } from '../../../src/domain/permissions/routes.ts'
import { aUser } from '../domain/fixtures.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/ajuda')
const names = readdirSync(FOLDER).sort()
const fileOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const pages = names.map((name) => parsePage(name, fileOf(name)))

/** A head's question that names no section of its page is in none. */
const questionsInHead = (file: string) => (file.split('\n---\n')[0] ?? '').split('\n- ').length - 1

describe('help pages', () => {
  test.each(EVERYONE)('each screen that role %i opens has one page, that it gets', (role) => {
    const screens = ROUTES.filter(({ path }) => mayVisit(path, role) === 'yes')
    expect(menuFor(aUser(role)).every(({ path }) => screens.some((screen) => screen.path === path))).toBe(
      true,
    )
    const found = screens.map(({ path }) => [
      path,
      pagesFor(pages, role).filter((page) => page.screens.includes(path)).length,
    ])
    expect(found).toEqual(screens.map(({ path }) => [path, 1]))
  })

  test('no user gets a page about screens that its role does not open', () => {
    for (const { slug, screens, roles } of pages)
      for (const role of roles)
        if (screens.length > 0)
          expect(
            screens.some((path) => mayVisit(path, role) === 'yes'),
            `${slug} ${role}`,
          ).toBe(true)
  })

  test('a screen is found by its address as the browser writes it', () => {
    expect(pageOfScreen(pages, '/auto-indica%C3%A7%C3%A3o', 3)?.slug).toBe('me-indico')
    expect(pageOfScreen(pages, '/', 3)?.slug).toBe('quadro')
    expect(pageOfScreen(pages, '/', 5)?.slug).toBe('indicar')
    expect(pageOfScreen(pages, '/importar-renovacoes', 3)).toBeNull()
    expect(pageOfScreen(pages, '/nada', 1)).toBeNull()
  })

  test.each(pages)('$slug has a title, a group, a first paragraph, sections and known screens', (page) => {
    expect(page.title.length).toBeGreaterThan(3)
    expect(page.group).not.toBe('')
    expect(page.summary.length).toBeGreaterThan(40)
    expect(page.sections.length).toBeGreaterThan(1)
    expect(page.roles.length).toBeGreaterThan(0)
    for (const path of page.screens) expect(ROUTES.map((route) => route.path)).toContain(path)
  })

  test.each(names)('each question of %s leads to a section of its page', (name) => {
    const { sections } = parsePage(name, fileOf(name))
    const asked = sections.flatMap(({ questions }) => questions)
    expect(asked.length).toBe(questionsInHead(fileOf(name)))
    expect(new Set(asked).size).toBe(asked.length)
  })

  test('a page is in one group, and the pages of a group are next to each other', () => {
    const groups = pages.map(({ group }) => group)
    const runs = groups.filter((group, place) => group !== groups[place - 1])
    expect(runs).toEqual([...new Set(groups)])
  })

  test('names of pages are unique, and links between pages lead to pages', () => {
    const slugs = pages.map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(slugs.length)
    const linked = pages.flatMap(({ body }) => [...body.matchAll(/\/ajuda\?pagina=([\w-]+)/g)])
    expect(linked.length).toBeGreaterThan(0)
    for (const [, slug] of linked) expect(slugs).toContain(slug)
  })
})

test('the code of the help, which is loaded beforehand, reads no page before the first question', () => {
  let read = 0
  const counted = pages.map((page) => ({
    ...page,
    get sections() {
      read += 1
      return page.sections
    },
  }))
  const { search } = helpIndex(counted)
  expect(read).toBe(0)
  search('como capturo um lead')
  expect(read).toBeGreaterThan(0)
})
