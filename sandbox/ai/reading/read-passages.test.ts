import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { readPassages } from './read-passages.ts';
import { WANTED } from './wanted.ts';

const PASSAGES = [
  {
    id: 'P1',
    around: 'Price list',
    text: 'Service: Courier, standard box | Region: Denmark | Price: 14.00 EUR\nService: Courier, standard box | Region: Sweden | Price: 19.00 EUR',
  },
  { id: 'P2', around: 'Academy', text: 'The ceramics course in Eutin lasts five days and is held in March.' },
  { id: 'P4', around: 'Milling', text: 'Members pay 31 euros per milling hour, and guests pay 52 euros.' },
  { id: 'P3', around: 'Handbuch', text: 'Im Stammhaus stehen drei Sinteröfen und fünf Fräsmaschinen.' },
  {
    id: 'P5',
    around: 'Handbuch',
    text: 'Fundsachen bewahren wir sechs Wochen lang auf. Für Schäden kommt der Mieter selbst auf. Unsere Fahrer holen im Umkreis von 60 Kilometern ab, und zwar zweimal am Tag.',
  },
  {
    id: 'P6',
    around: 'Joining',
    text: 'The joining fee is 7,500 euros. Complaints are answered within two working days.',
  },
];
const found = async (question: string) => (await readPassages(question, PASSAGES)).map(({ quote }) => quote);

test('a question is answered from the sentence or row that says it', async () => {
  expect((await found('What does the courier charge for a standard box to Denmark?'))[0]).toContain('Denmark');
  expect(await found('How long does the ceramics course in Eutin last?')).toEqual([
    expect.stringContaining('five days'),
  ]);
  expect(await found('Wie viele Sinteröfen stehen im Stammhaus?')).toEqual([
    expect.stringContaining('drei Sinteröfen'),
  ]);
});

test.each([
  ['How long do you keep lost property?', 'sechs Wochen'],
  ['Wer haftet für einen Schaden?', 'der Mieter selbst'],
  ['Wie hoch ist die Aufnahmegebühr?', '7,500 euros'],
  ['¿Cuánto tardan en contestar a una reclamación?', 'two working days'],
])('other words for it and other languages are understood: %s', async (question, answer) => {
  expect((await found(question))[0]).toContain(answer);
});

test('of a list the item is quoted, of a sentence that is broken into lines all of it', async () => {
  const text =
    'The entry fee is 4,800 euros\nA visit by two members of the board decides\nMembership runs for three years';
  expect(await readPassages('What is the entry fee?', [{ id: 'P1', around: 'Joining', text }])).toEqual([
    expect.objectContaining({ quote: 'The entry fee is 4,800 euros' }),
  ]);
  const broken = 'The entry fee is paid in four instalments, of which the\nBoard may waive one.';
  expect(
    await readPassages('In how many instalments is the entry fee paid?', [{ id: 'P1', around: '', text: broken }]),
  ).toEqual([expect.objectContaining({ quote: broken })]);
});

test('of whom is asked is not answered without what they do', async () => {
  expect(await found('Who teaches the ceramics course?')).toEqual([]);
});

test.each([
  ['How long are parcels kept?', 'Parcels are accepted at the desk. They are kept for ten days.', 'They are kept'],
  ['Wie lange dauert die Führung?', 'Um elf Uhr beginnt die Führung. Sie dauert zwei Stunden.', 'Sie dauert'],
  ['¿Cuánto dura el taller?', 'En mayo hay un taller. Este dura tres horas.', 'Este dura'],
])('a sentence that refers to the one before is read with it, and quoted alone: %s', async (question, text, quote) => {
  const passages = [{ id: 'P1', around: '', text }];
  const [best] = await readPassages(question, passages);
  expect(best?.quote).toMatch(new RegExp(`^${quote}`));
});

test.each([
  ['Who deals with complaints about quality?', 'The person in charge of quality complaints is Nora Hale.'],
  ['Wer prüft die Rettungsboote?', 'Die Rettungsboote prüft Tjark Mommsen.'],
  ['¿Quién paga los daños?', 'Los daños los paga el cliente.'],
])('who is asked for is a person, a role or a group: %s', async (question, answer) => {
  const nobody = question.startsWith('Who')
    ? 'Complaints about quality are dealt with at once.'
    : question.startsWith('Wer')
      ? 'Die Rettungsboote werden im Mai geprüft.'
      : 'Los daños se pagan en un plazo de treinta días.';
  const read = (text: string) => readPassages(question, [{ id: 'P1', around: '', text }]);
  expect(await read(answer)).toEqual([expect.objectContaining({ quote: answer })]);
  expect(await read(nobody)).toEqual([]);
});

test('a row of a short table is not answered with what other rows say', async () => {
  const text = ['Camper van | Price: 71.00 EUR', 'Adult | Price: 9.80 EUR', 'Dog | Price: 3.50 EUR']
    .map((row) => `Service: ${row}`)
    .join('\n');
  const answers = await readPassages('What does a camper van cost?', [{ id: 'P1', around: 'Prices', text }]);
  expect(answers.map(({ quote }) => quote)).toEqual([expect.stringContaining('71.00')]);
});

test('how high something is wants an amount', async () => {
  const passages = [
    { id: 'P1', around: 'Joining', text: 'The vote on the fee needs two thirds.\n\nThe fee is 480 euros.' },
  ];
  const answers = await readPassages('Wie hoch ist die Gebühr?', passages);
  expect(answers.map(({ quote }) => quote)).toEqual(['The fee is 480 euros.']);
});

test('a number is the same as a figure and as a word of another language', async () => {
  const passages = [{ id: 'P1', around: '', text: 'A partir de veinte empleados hay un descuento del 12 por ciento.' }];
  expect(await readPassages('What is the discount for 20 employees?', passages)).toHaveLength(1);
  expect(await readPassages('What is the discount for 30 employees?', passages)).toEqual([]);
});

test('a verb is not the month that it is written like', () => {
  const wanted = WANTED.find(({ asks }) => asks.test('how long may members stay?'));
  expect(wanted?.has.test('desks may be furnished')).toBe(false);
  expect(wanted?.has.test('from march until the end of may')).toBe(true);
});

test('one word of several is not enough, since it may mean something else', async () => {
  const passages = [{ id: 'P1', around: '', text: 'Kinderrad mit Rahmen von 16 bis 24 Zoll, rot oder blau.' }];
  expect(await readPassages('Wie lange dauert die Ausfuhr beim Zoll nach Norwegen?', passages)).toEqual([]);
});

test('a count for another unit of time is no answer', async () => {
  expect(await found('Wie viele Kilometer fahren die Fahrer am Tag?')).toEqual([]);
});

test('a time without its length is no answer to how long something takes', async () => {
  expect(await found('How long does the courier take to Denmark?')).toEqual([]);
});

test('a name that no passage has is not answered with what is said of others', async () => {
  expect(await found('What does the courier charge for a standard box to Iceland?')).toEqual([]);
});

test('a row says nothing of what none of its columns is about', async () => {
  expect(await found('Is there lactose in the standard box?')).toEqual([]);
});

test('without a number beside what is counted there is no answer to how many there are', async () => {
  expect(await found('How many milling hours does a member use?')).toEqual([]);
});

test('without a weight there is no answer to how heavy something is', async () => {
  expect(await found('How heavy is the standard box of the courier to Denmark?')).toEqual([]);
  expect(await found('Wie schwer sind die Sinteröfen im Stammhaus?')).toEqual([]);
});

test.each(['What does the ceramics course in Eutin cost?', 'Was kosten die Sinteröfen im Stammhaus?'])(
  'without a price there is no answer to: %s',
  async (question) => {
    expect(await found(question)).toEqual([]);
  },
);

test('other work goes on while a long question is compared with long passages', async () => {
  const text = PASSAGES.map((passage) => passage.text).join('\n\n');
  const passages = Array.from({ length: 10 }, (_none, index) => ({
    id: `P${index + 1}`,
    around: '',
    text: text.repeat(3),
  }));
  let turns = 0;
  let isRead = false;
  const others = (async () => {
    for (; !isRead; turns += 1) await nextTurn();
  })();
  await readPassages(text.repeat(5).slice(0, 2_000), passages);
  isRead = true;
  await others;
  expect(turns).toBeGreaterThan(2);
});

test('of rows for different sizes the one that a size falls into answers, and none for a size that no row is for', async () => {
  const text = [
    'Item: Boarding, dog up to 10 kg | Unit: night | Price: 23.00 EUR',
    'Item: Boarding, dog 10 to 25 kg | Unit: night | Price: 28.00 EUR',
    'Item: Boarding, dog over 40 kg | Unit: night | Price: 34.00 EUR',
  ].join('\n');
  const asked = async (kilos: number) =>
    (
      await readPassages(`My dog weighs ${kilos} kilos. How much is a night of boarding?`, [
        { id: 'P1', around: 'Prices', text },
      ])
    ).map(({ quote }) => quote);
  expect(await asked(45)).toEqual([expect.stringContaining('over 40 kg')]);
  expect(await asked(18)).toEqual([expect.stringContaining('10 to 25 kg')]);
  expect(await asked(32)).toEqual([]);
});

test('what somebody tells before the question counts less than what is asked', async () => {
  const text = 'On Sundays animals are handed over only from 5 to 6 pm.';
  const passages = [{ id: 'P1', around: 'Departure', text }];
  const question = 'At what time are animals handed over on Sundays?';
  const withCase = await readPassages(`We return from a long journey abroad. ${question}`, passages);
  expect(withCase.map(({ quote }) => quote)).toEqual([text]);
  // What is said before alone answers nothing.
  const before = 'Our animals are handed over on a Sunday after 5 pm.';
  expect(await readPassages(`${before} What does brushing and trimming cost?`, passages)).toEqual([]);
});

test('a price for other sizes, days or places does not answer', async () => {
  const passages = [
    { id: 'P1', around: 'Parcels', text: 'Parcels up to 5 kg cost 4.90 euros.' },
    { id: 'P2', around: 'Holidays', text: 'Am 26. Dezember haben wir von 10 bis 14 Uhr geöffnet.' },
  ];
  const asked = async (question: string) => (await readPassages(question, passages)).map(({ quote }) => quote);
  expect(await asked('What does a parcel of 3 kg cost?')).toEqual(['Parcels up to 5 kg cost 4.90 euros.']);
  expect(await asked('What does a parcel of 32 kg cost?')).toEqual([]);
  expect(await asked('I live in Hamburg. What does a parcel cost?')).toEqual([]);
  expect(await asked('Haben Sie am 26. Dezember geöffnet?')).toHaveLength(1);
  expect(await asked('Haben Sie am 24. Dezember geöffnet?')).toEqual([]);
});

test('a number of something else is no answer to how many there are, or how deep something is', async () => {
  const passages = [
    { id: 'P1', around: 'Haus', text: 'Das Parken in der Tiefgarage ist in den ersten drei Stunden frei.' },
    { id: 'P2', around: 'Badge', text: 'Bring a ring of 5 kg up from the bottom of the diving pool.' },
    { id: 'P3', around: 'Pools', text: 'The teaching pool is 1.20 m deep. The hotel has 84 rooms.' },
  ];
  const asked = async (question: string, among = passages) =>
    (await readPassages(question, among)).map(({ quote }) => quote);
  expect(await asked('Wie viele Stellplätze hat die Tiefgarage?')).toEqual([]);
  expect(await asked('Wie viele Zimmer hat das Hotel?')).toEqual(['The hotel has 84 rooms.']);
  expect(await asked('How deep is the diving pool?', passages.slice(0, 2))).toEqual([]);
  expect(await asked('How deep is the teaching pool?')).toEqual(['The teaching pool is 1.20 m deep.']);
});

test('of a table that was set in lines a row answers, and not the names of its columns', async () => {
  const text =
    'Level Goodwill up to Form\nEmployee 15 euros drink or dessert\nShift leader 50 euros reduction of the bill\nGeneral manager no limit any';
  const passages = [{ id: 'P1', around: 'Complaints and goodwill', text }];
  const findings = await readPassages('Up to which amount may a shift leader show goodwill?', passages);
  expect(findings.map(({ quote }) => quote)).toEqual(['Shift leader 50 euros reduction of the bill']);
});

test('a day with a capital is no name, and an attachment of a mail no address', async () => {
  const passages = [
    { id: 'P1', around: 'Öffnungszeiten', text: 'Am Mittwoch ist die Sauna bis 22 Uhr geöffnet.' },
    { id: 'P2', around: 'Correo', text: 'Los archivos adjuntos de un correo no pueden superar los 35 MB.' },
  ];
  const asked = async (question: string) => (await readPassages(question, passages)).map(({ quote }) => quote);
  expect(await asked('How long is the sauna open on Wednesdays?')).toEqual([passages[0]?.text]);
  expect(await asked('How big may an email attachment be?')).toEqual([passages[1]?.text]);
});
