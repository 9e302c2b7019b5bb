// The page: puts the parts together.
//
// In: the address, which holds the state. Out: every part is told of each change with the game that the state names.

import { tables } from './colours.js';
import { find, make, tabs } from './dom.js';
import { exports } from './export.js';
import { gallery } from './gallery.js';
import { claims } from './claims.js';
import { inspector } from './inspector.js';
import { line } from './line.js';
import { map } from './map.js';
import { menus } from './menus.js';
import { opening } from './opening.js';
import { panels } from './panels.js';
import { parameters } from './parameters.js';
import { picker, remember } from './picker.js';
import { board } from './play/board.js';
import { rules } from './rules.js';
import { lecture, room, shareButton } from './share.js';
import { greet, tourButton } from './words.js';
import { begin, canUndo, listen, set, state, tell, undo } from './state.js';
import { tools } from './tools.js';

/** What an empty address shows. */
const FIRST = { game: 'star_nim[2]', at: '3,7' };

const KEYS = [['arrows', 'move the pin'], ['Enter', 'to the best option'], ['Backspace', 'back'], ['+ −', 'zoom'], ['0', 'fit'], ['Home', 'the origin'],
  ['o', 'light up the options alone'], ['f', 'the map alone, for a projector'], ['Esc', 'back from both'], ['click a number', 'select its line'], ['Ctrl Z', 'undo, outside of a text']];

async function start() {
  const [hues, pictures] = await Promise.all(['colours.txt', 'gallery.json'].map(async (name) => (await fetch(new URL(`../${name}`, import.meta.url))).text()));
  const colours = tables(hues);
  /** The expression that was put into the field last. */
  let shown = '';

  const inspect = inspector(find('inspector'), find('readout'));
  const picture = map(find('map'), colours, {
    look: inspect.look, options: inspect.moves, best: inspect.best, back: undo,
  });
  const tool = tools(find('map'), picture);
  const selected = line(find('map'), picture.band, colours);
  const played = board(find('board'), (written) => inspect.moves(written, undefined, null));
  const own = rules(find('rules'));
  const claimed = claims(find('claims'));
  const stage = tabs(find('stage-tabs'), 'Map and play', [['map', 'Map'], ['board', 'Play']], (id) => set({ stage: id }));
  const writing = tabs(find('writing-tabs'), 'Rules and claims', [['rules', 'Rules'], ['claims', 'Claims']], (id) => set({ writing: id }));
  exports(find('exports'), picture.seen);
  find('keylist').append(...KEYS.map(([key, what]) => make('p', {}, make('kbd', {}, key), ` ${what}`)));

  tourButton(find('keylist'));

  menus();
  panels();

  const field = find('game');
  const shelf = gallery(find('gallery'), find('map'), colours, JSON.parse(pictures), claimed.check);
  const games = picker(find('picker'), find('title'), colours, openGame);
  const steppers = parameters(find('parameters'), games.parameters, (game) => set({ game, at: '', moves: '' }));
  const opened = opening(field, games.meant);

  /** Opens a game, or a game at a position, as a person has written it. @param {string} text */
  async function openGame(text) {
    const [, name, at] = /^(.*[^,\s(])\(([\d,\s[\]]+)\)$/.exec(text) ?? [];
    const meant = await games.meant(name ?? text, state().rules);
    field.value = shown = meant;
    const change = { game: meant, at: at?.replaceAll(/\s/g, '') ?? '', view: '', line: '', moves: '', axes: '' };
    // What could not be read is tried again, though nothing has changed.
    if (opened.forget()) tell(change);
    else set(change);
  }

  /** Tells every part; those that show a game, if it is the one of the address. @param {import('./state.js').State} now @param {boolean} here */
  function update(now, here) {
    const game = here ? opened.game : null;
    stage(now.stage);
    writing(now.writing);
    own.update(game, now);
    claimed.update(game, now);
    shelf.show(now);
    if (!game) {
      document.title = 'grundy';
      games.update('');
      games.ready.then(() => steppers(now.game));
      return;
    }
    document.title = `${game.game} · grundy`;
    games.update(game.game);
    games.ready.then(() => steppers(now.game === shown ? game.game : ''));
    inspect.update(game, now);
    picture.update(game, now);
    tool.update(game, now);
    selected.update(game, now);
    played.update(game, now);
  }

  listen(async (now) => {
    find('undo').disabled = !canUndo();
    find('undo').title = canUndo() ? 'take the last change back' : 'nothing has been changed yet';
    // What is typed stays until it is sent, whatever else changes but the game.
    if (now.game !== shown) field.value = shown = now.game;
    for (const radio of document.querySelectorAll('#play input')) {
      const input = /** @type {HTMLInputElement} */ (radio);
      input.checked = input.value === now.play;
    }
    find('pass').checked = passed(now.game) !== now.game;
    let how = opened.known(now);
    if (!how) {
      const found = await opened.read(now);
      if (found === 'late') return;
      how = found;
      if (how === 'here') remember(now.game);
    }
    // A position that the game does not have has been left out meanwhile.
    update(state(), how === 'here');
  });

  find('choose').addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    openGame(field.value.trim());
  });
  find('play').addEventListener('change', (/** @type {Event} */ event) => set({ play: /** @type {HTMLInputElement} */ (event.target).value }));
  find('pass').addEventListener('change', (/** @type {Event} */ event) => {
    const bare = passed(state().game);
    const wanted = /** @type {HTMLInputElement} */ (event.target).checked ? `pass(${opened.game && bare === state().game ? opened.game.game : bare})` : bare;
    set({ game: wanted, at: '', view: '', line: '', moves: '', axes: '' });
  });
  find('undo').addEventListener('click', undo);
  shareButton(find('share'));
  room(find('share'));
  lecture(find('page'));
  greet(find('map'));
  addEventListener('keydown', (event) => {
    const writes = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !writes) {
      event.preventDefault();
      if (event.shiftKey) history.forward();
      else undo();
    }
  });
  await begin(FIRST);
}

/** The game within one pass; the game itself if it has none, or more. @param {string} game */
function passed(game) {
  const inner = /^pass\((.*)\)$/.exec(game)?.[1];
  if (inner === undefined) return game;
  let open = 0;
  for (const sign of inner) {
    if ('([{'.includes(sign)) open += 1;
    if (')]}'.includes(sign)) open -= 1;
    if (open < 0 || (open === 0 && sign === ',')) return game;
  }
  return inner;
}

start();
