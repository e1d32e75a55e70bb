import { expect, test } from 'vitest'
import { htmlAsText } from '../../../../src/features/assistant/html-as-text.ts'

test('tags are left out, and a paragraph that begins with one keeps its text', () => {
  const tree = {
    type: 'root',
    children: [
      { type: 'html', value: '<b>Perdas</b> caíram <script>x</script>' },
      {
        type: 'paragraph',
        children: [
          { type: 'text', value: 'São ' },
          { type: 'html', value: '<b>' },
          { type: 'text', value: '3' },
          { type: 'html', value: '</b>' },
        ],
      },
    ],
  }
  htmlAsText()(tree)
  expect(tree.children).toEqual([
    { type: 'paragraph', children: [{ type: 'text', value: 'Perdas caíram x' }] },
    {
      type: 'paragraph',
      children: [
        { type: 'text', value: 'São ' },
        { type: 'text', value: '' },
        { type: 'text', value: '3' },
        { type: 'text', value: '' },
      ],
    },
  ])
})
