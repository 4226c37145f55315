//! What an ELF file is for, by design.md's order of evidence.

use object::elf;

use super::super::facts::{Dynamic, ObjectType, Role, RoleEvidence};
use super::header::Layout;

/// The role, and the step that decided it.
pub(super) fn decide(
    layout: &Layout<'_>,
    dynamic: Option<&Dynamic>,
    python_exports: &[String],
    companion: bool,
) -> (Role, RoleEvidence) {
    use RoleEvidence as By;
    // What is no image of its own comes first: no later step is about such a file.
    if companion {
        return (Role::DebugCompanion, By::NoBits);
    }
    match layout.header.object_type {
        ObjectType::Rel => return (Role::Relocatable, By::HeaderType),
        ObjectType::Core | ObjectType::None | ObjectType::Other(_) => return (Role::Other, By::HeaderType),
        // 1. Linkers write ET_EXEC for position-dependent programs only.
        ObjectType::Exec => return (Role::Executable, By::HeaderType),
        ObjectType::Dyn => {}
    }
    // … and DF_1_PIE for the position-independent ones. (LLVM does so since 2020, hence the later steps.)
    if dynamic.is_some_and(|dynamic| dynamic.flags_1 & elf::DF_1_PIE.0 != 0) {
        return (Role::Executable, By::PieFlag);
    }
    // 2. An entry point of Python.
    if !python_exports.is_empty() {
        return (Role::ExtensionModule, By::PythonExport);
    }
    if layout.header.damaged && layout.segments.is_empty() {
        // All further steps ask the program headers.
        return (Role::Other, By::Damaged);
    }
    // 3. A SONAME; with an interpreter, the library can be run as well (as libc.so.6 can).
    let interpreter = layout.segment(elf::PT_INTERP).is_some();
    if dynamic.is_some_and(|dynamic| dynamic.soname.is_some()) {
        let role = if interpreter { Role::RunnableLibrary } else { Role::SharedLibrary };
        return (role, By::Soname);
    }
    // 4. An interpreter.
    if interpreter {
        return (Role::Executable, By::Interpreter);
    }
    // 5. DT_DEBUG, which linkers put into programs only.
    if dynamic.is_some_and(|dynamic| dynamic.has_debug_tag) {
        return (Role::Executable, By::DebugTag);
    }
    // 6. Nothing that a loader could link: an object.
    if layout.segment(elf::PT_DYNAMIC).is_none() {
        return (Role::Relocatable, By::NoDynamic);
    }
    (Role::SharedLibrary, By::Remainder)
}
