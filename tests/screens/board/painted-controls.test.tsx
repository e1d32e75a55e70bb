/** A tap on the painting is given to the same control of the app. docs/architecture.md#the-first-painting */
import { expect, onTestFinished, test } from 'vitest'
import { controlOf, find } from '../../../src/opening/page/controls.ts'

function drawn(markup: string): HTMLElement {
  const root = document.createElement('div')
  root.id = 'root'
  root.innerHTML = markup
  document.body.append(root)
  onTestFinished(() => root.remove())
  return root
}

const tapped = (root: HTMLElement, name: string) => {
  const control = [...root.querySelectorAll('button')].find((each) => each.textContent === name)
  if (control === undefined) throw new Error(`no ${name}`)
  return controlOf(control)
}

test('a count that came meanwhile is no other control, and a number on a card is', () => {
  const root = drawn(`
    <button aria-label="Avisos">Sino</button>
    <button>Origem 353</button>
    <article data-uid="lead-1"><button>31 98765-4321</button></article>`)
  const [bell, status, phone] = ['Sino', 'Origem 353', '31 98765-4321'].map((name) => tapped(root, name))
  root.innerHTML = `
    <button aria-label="Avisos, 6 novos">Sino</button>
    <button>Origem 1.354</button>
    <article data-uid="lead-1"><button>31 91111-2222</button></article>`
  if (bell === undefined || status === undefined || phone === undefined) throw new Error('not tapped')
  expect(find(bell)?.textContent).toBe('Sino')
  expect(find(status)?.textContent).toBe('Origem 1.354')
  expect(find(phone)).toBeNull()
})
