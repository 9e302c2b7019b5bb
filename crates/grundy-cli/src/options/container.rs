//! The memory that a container leaves free.
//!
//! In: the control groups of this process (`/proc/self/cgroup`), and the folder in which the system shows groups (`/sys/fs/cgroup`). Out: the
//! minimum of the free memory under the limits of these groups and of all groups that contain them; `None` if there is no limit. Both versions of
//! control groups are read: version 2 has all limits in one tree, version 1 has a separate tree for memory.
//!
//! File pages count as free, as they do in the free memory of a machine: the system reclaims them before it refuses memory.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// The files of one version of control groups.
struct Version {
    /// The possible roots of the tree.
    trees: &'static [&'static str],
    /// The files that hold a limit.
    limits: &'static [&'static str],
    /// The file that holds the memory in use.
    used: &'static str,
    /// The keys in `memory.stat` of the bytes of file pages.
    files: [&'static str; 2],
}

const FIRST: Version = Version {
    trees: &["memory"],
    limits: &["memory.limit_in_bytes"],
    used: "memory.usage_in_bytes",
    files: ["total_active_file", "total_inactive_file"],
};
const SECOND: Version = Version {
    trees: &["", "unified"],
    limits: &["memory.max", "memory.high"],
    used: "memory.current",
    files: ["active_file", "inactive_file"],
};

/// The free memory under the limits of this process's groups.
pub(super) fn free() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    free_in(&groups, Path::new("/sys/fs/cgroup"))
}

/// The same with the trees of groups under a given folder.
fn free_in(groups: &str, below: &Path) -> Option<u64> {
    groups.lines().filter_map(|line| free_in_group(line, below)).min()
}

/// The free memory of a group, given as `number:controllers:path`.
fn free_in_group(line: &str, below: &Path) -> Option<u64> {
    let mut words = line.splitn(3, ':').skip(1);
    let (controllers, path) = (words.next()?, words.next()?);
    let version = match controllers {
        "" => SECOND,
        _ if controllers.split(',').any(|name| name == "memory") => FIRST,
        _ => return None,
    };
    let trees = version.trees.iter().map(|tree| below.join(tree));
    trees.flat_map(|tree| around(&tree, path)).filter_map(|folder| version.free(&folder)).min()
}

/// The folders of a group and of all groups that contain it. A container may show its own group as the root of the tree; then the path that the
/// system gives does not exist, or leads out of the tree.
fn around(tree: &Path, path: &str) -> Vec<PathBuf> {
    let names = Path::new(path).components().filter(|part| *part != Component::RootDir);
    let names: Vec<Component> = names.collect();
    let inside = names.iter().all(|part| matches!(part, Component::Normal(_)));
    let depth = if inside { names.len() } else { 0 };
    (0..=depth).map(|depth| tree.join(names[..depth].iter().collect::<PathBuf>())).collect()
}

impl Version {
    /// The memory that the limits of one group leave free.
    fn free(&self, folder: &Path) -> Option<u64> {
        let number = |name: &&str| fs::read_to_string(folder.join(name)).ok()?.trim().parse::<u64>().ok();
        let limit = self.limits.iter().filter_map(number).min()?;
        let counts = fs::read_to_string(folder.join("memory.stat")).unwrap_or_default();
        let of_files = |line: &str| {
            let (word, bytes) = line.split_once(' ')?;
            if self.files.contains(&word) { bytes.trim().parse::<u64>().ok() } else { None }
        };
        let files = counts.lines().filter_map(of_files).fold(0, u64::saturating_add);
        let used = number(&self.used).unwrap_or(0).saturating_sub(files);
        Some(limit.saturating_sub(used))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A temporary folder with files in it, removed at the end of the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str, files: &[(&str, &str)]) -> Folder {
            let folder = Folder(std::env::temp_dir().join(format!("grundy-groups-{name}-{}", std::process::id())));
            for (path, text) in files {
                let path = folder.0.join(path);
                fs::create_dir_all(path.parent().expect("a folder")).expect("made");
                fs::write(path, text).expect("written");
            }
            folder
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_second_version_is_one_tree() {
        let folder = Folder::new(
            "second",
            &[
                ("a/memory.max", "1000\n"),
                ("a/memory.current", "700\n"),
                ("a/memory.stat", "anon 500\ninactive_file 150\nactive_file 50\n"),
                ("a/b/memory.max", "max\n"),
                ("a/b/memory.current", "10\n"),
                ("c/memory.max", "5000\n"),
                ("c/memory.high", "900\n"),
                ("c/memory.current", "1000\n"),
                ("d/memory.max", "max\n"),
                ("unified/e/memory.max", "30\n"),
            ],
        );
        let free = |groups| free_in(groups, &folder.0);
        assert_eq!(free("0::/a\n"), Some(500));
        // The limit of a group holds for all groups in it, and file pages are not used memory.
        assert_eq!(free("0::/a/b\n"), Some(500));
        assert_eq!(free("0::/c\n"), Some(0));
        assert_eq!(free("0::/d\n"), None);
        assert_eq!(free("0::/e\n"), Some(30));
        assert_eq!(free("0::/nowhere\n"), None);
        assert_eq!(free(""), None);
    }

    #[test]
    fn the_first_version_has_a_tree_of_memory() {
        let folder = Folder::new(
            "first",
            &[
                ("memory/memory.limit_in_bytes", "9223372036854771712\n"),
                ("memory/memory.usage_in_bytes", "12\n"),
                ("memory/a/memory.limit_in_bytes", "1000\n"),
                ("memory/a/memory.usage_in_bytes", "400\n"),
                ("memory/a/memory.stat", "inactive_file 50\ntotal_inactive_file 60\ntotal_active_file 40\n"),
                ("cpu/a/memory.limit_in_bytes", "1\n"),
            ],
        );
        let free = |groups| free_in(groups, &folder.0);
        assert_eq!(free("5:cpu,cpuacct:/a\n4:memory:/a/b\n0::/\n"), Some(700));
        assert_eq!(free("4:hugetlb,memory:/a"), Some(700));
        assert_eq!(free("4:cpu:/a"), None);
        assert_eq!(free("4:memory:/b"), Some(9_223_372_036_854_771_700));
    }

    #[test]
    fn a_container_may_be_the_root_of_its_tree() {
        let folder = Folder::new("root", &[("memory.max", "64\n"), ("memory.current", "4\n")]);
        for groups in ["0::/", "0::/docker/4f2a", "0::/../..", "0::/../other"] {
            assert_eq!(free_in(groups, &folder.0), Some(60), "{groups}");
        }
    }
}
