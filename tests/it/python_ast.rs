//! What a module assigns to `__version__` and its like, against Python's own `ast`.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;
use wheelcard::wheel::{DistInfo, FileName, version};

/// Sources in every form that the reader knows, and some that it must not fall for.
const SOURCES: [&str; 32] = [
    "__version__ = \"1.0\"\n",
    "__version__ = '1.0'; x = 1\n",
    "x = 1; __version__ = '1.0'\n",
    "__version__ = version = '1.0'  # both\n",
    "__version__: str = '1.0'\n",
    "__version__: 'Final[str]' = (\n    '1.'\n    # a comment\n    '0'\n)\n",
    "__version__ = \\\n    '1.0'\n",
    "__version__ = '1' '.' \"0\" r'.1'\n",
    "__version__ = '1\\x2e0\\u002e1'\n",
    "__version__ = '''1.0'''\n",
    "__version__ = u'1.0'\n",
    "__version__, version = '1.0', '2.0'\n",
    "(__version__, version) = ('1.0', other)\n",
    "__version__, version = split()\n",
    "try:\n    from ._v import __version__\nexcept ImportError:\n    __version__ = 'unknown'\n",
    "if True:\n    __version__ = '1.0'\nelse:\n    __version__ = '2.0'\nversion = '3.0'\n",
    "if True: __version__ = '1.0'; version = '2.0'\n",
    "with open('f') as f:\n\tfor x in f:\n\t\twhile x:\n\t\t\t__version__ = '1.0'\n",
    "def f(version='1.0'):\n    __version__ = '2.0'\n    global VERSION\n    VERSION = '3'\n",
    "class A:\n    version = '1.0'\n    def f(self):\n        version = '2.0'\nversion = '3.0'\n",
    "async def f():\n    version = '1.0'\n",
    "__version__ = f'{major}.{minor}'\n",
    "__version__ = '.'.join(('1', '0'))\n",
    "__version__ = '1.0' if x else '2.0'\n",
    "__version__ = '1.' + '0'\n",
    "version = (1, 0)\nVERSION = ('1.0',)\n_version = b'1.0'\n",
    "version = 1.0\n",
    "__version__ += '1.0'\nversion == '1'\nf(version='1')\nversion['a'] = '1'\nversion.a = '1'\n",
    "'''\n__version__ = '1.0'\n'''\n# __version__ = '2.0'\nx = [\n'__version__ = 3'\n]\n",
    "x = {\n    'a': '''\n'''}; __version__ = '1.0'\n",
    "__builddate__ = 'Apr 08 2026'\nBUILD_TIME = now()\n",
    "\u{feff}\u{c}__version__ = '1.0'\r\nversion = '2.0'\rVERSION = '3.0'",
];

/// For each source of a JSON list: line, name, text (null when it is none), whether it stands in a branch.
const AST: &str = "
import ast, json, sys
def text(value):
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None
def walk(body, branch):
    for node in body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    yield node.lineno, target.id, text(node.value), branch
                elif isinstance(target, ast.Tuple):
                    values = node.value.elts if isinstance(node.value, ast.Tuple) else [None] * len(target.elts)
                    for name, value in zip(target.elts, values):
                        yield node.lineno, name.id, text(value), branch
        elif isinstance(node, ast.AugAssign):
            if isinstance(node.target, ast.Name):
                yield node.lineno, node.target.id, None, branch
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for part in ('body', 'orelse', 'finalbody'):
                yield from walk(getattr(node, part, []), True)
            for handler in getattr(node, 'handlers', []):
                yield from walk(handler.body, True)
print(json.dumps([list(walk(ast.parse(source.lstrip('\\ufeff')).body, False)) for source in json.load(sys.stdin)]))
";

/// What stands in a source, in the same words.
fn read(source: &str) -> Vec<Value> {
    let name = FileName::parse("demo-1.0-py3-none-any.whl").0;
    let (facts, _) = version::facts(&name, &DistInfo::default(), None, &[("demo/__init__.py".into(), source.into())]);
    let stated = facts.statements.iter().filter_map(|statement| {
        Some(serde_json::json!([statement.line?, statement.what, statement.version, statement.conditional]))
    });
    let built = facts.build_times.iter().map(|time| serde_json::json!([time.line, time.what, time.text, false]));
    let computed = facts.computed.iter().map(|at| serde_json::json!([at.line, at.what, Value::Null, false]));
    let mut all: Vec<Value> = stated.chain(built).chain(computed).collect();
    all.sort_by_key(ToString::to_string);
    all
}

#[test]
fn versions_in_code_are_those_that_pythons_own_parser_finds() {
    let child = Command::new("python3").args(["-c", AST]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = child else {
        eprintln!("passed over: `python3` is not installed");
        return;
    };
    child.stdin.take().unwrap().write_all(serde_json::to_string(&SOURCES).unwrap().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let parsed: Vec<Vec<Value>> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(parsed.len(), SOURCES.len());
    let is_looked_for = |entry: &Value| {
        let name = entry[1].as_str().unwrap().trim_matches('_').to_ascii_lowercase();
        ["version", "builddate", "build_time"].contains(&name.as_str())
    };
    for (source, expected) in SOURCES.iter().zip(parsed) {
        let mut expected: Vec<Value> = expected.into_iter().filter(is_looked_for).collect();
        expected.sort_by_key(ToString::to_string);
        assert_eq!(read(source), expected, "{source}");
    }
}
