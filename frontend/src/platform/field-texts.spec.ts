import { expect, test } from '@jest/globals';
import { fieldTexts } from './field-texts.ts';

test('a field without a table gets its label from its name, and its text from the form of its value', () => {
  const { labelOf, valueText } = fieldTexts();
  expect(labelOf('durationHours')).toBe('Duration hours');
  expect(['2027-06-19', '18:30', 'false', '[]', '1200'].map((value) => valueText('any', value))).toEqual([
    'June 19, 2027',
    '6:30 PM',
    'No',
    'none',
    '1200',
  ]);
});

test('tables add labels, amounts and formats, also for the parts of a value; the last table counts', () => {
  const { labelOf, valueText } = fieldTexts(
    { labels: { fee: 'Fee', size: 'Size' }, amounts: ['fee', 'size'] },
    { labels: { size: 'How large' }, formats: { size: (text) => `${text} cm` } },
  );
  expect(labelOf('size')).toBe('How large');
  expect(valueText('parts', '[{"fee":1250,"size":3},{"fee":5}]')).toBe('Fee $12.50, How large 3 cm; Fee $0.05');
});
